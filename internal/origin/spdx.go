package origin

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// A document is a bill of materials in SPDX 2.3's JSON form
// (https://spdx.github.io/spdx-spec/v2.3/), as far as it is used here.
type document struct {
	Version       string         `json:"spdxVersion"`
	DataLicense   string         `json:"dataLicense"`
	ID            string         `json:"SPDXID"`
	Name          string         `json:"name"`
	Namespace     string         `json:"documentNamespace"`
	Creation      creation       `json:"creationInfo"`
	Packages      []component    `json:"packages"`
	Relationships []relationship `json:"relationships"`
}

type creation struct {
	Created  string   `json:"created"`
	Creators []string `json:"creators"`
}

type component struct {
	ID        string     `json:"SPDXID"`
	Name      string     `json:"name"`
	Version   string     `json:"versionInfo,omitempty"`
	File      string     `json:"packageFileName,omitempty"`
	Supplier  string     `json:"supplier"`
	Download  string     `json:"downloadLocation"`
	Analyzed  bool       `json:"filesAnalyzed"`
	Checksums []checksum `json:"checksums,omitempty"`
	Source    string     `json:"sourceInfo,omitempty"`
	Concluded string     `json:"licenseConcluded"`
	Declared  string     `json:"licenseDeclared"`
	Copyright string     `json:"copyrightText"`
	Purpose   string     `json:"primaryPackagePurpose,omitempty"`
	Comment   string     `json:"comment,omitempty"`
	Refs      []ref      `json:"externalRefs,omitempty"`
}

type checksum struct {
	Algorithm string `json:"algorithm"`
	Value     string `json:"checksumValue"`
}

type ref struct {
	Category string `json:"referenceCategory"`
	Type     string `json:"referenceType"`
	Locator  string `json:"referenceLocator"`
}

type relationship struct {
	From string `json:"spdxElementId"`
	Type string `json:"relationshipType"`
	To   string `json:"relatedSpdxElement"`
}

const (
	unsaid    = "NOASSERTION"
	documents = "SPDXRef-DOCUMENT"
	program   = "SPDXRef-kei"
)

// Bill is the program's bill of materials, SPDX 2.3 as JSON: kei itself, the Go
// standard library, and every module that is linked in. The file is the program's name
// and sum its SHA-256 in hex. The same program has the same bill, byte for byte,
// wherever and whenever it is asked for: its date is the commit's, 1970 where that is
// not known, and its namespace is a digest of the rest.
func (p Program) Bill(file, sum string) ([]byte, error) {
	d := document{
		Version: "SPDX-2.3", DataLicense: "CC0-1.0", ID: documents,
		Name:     fmt.Sprintf("kei %s %s/%s", p.Version, p.OS, p.Arch),
		Creation: creation{p.date(), []string{"Tool: kei-" + p.Version}},
		Packages: []component{p.itself(file, sum), p.library()},
		Relationships: []relationship{
			{documents, "DESCRIBES", program},
			{program, "DEPENDS_ON", "SPDXRef-stdlib"},
		},
	}
	for i, m := range p.Modules {
		c := m.component(i + 1)
		d.Packages = append(d.Packages, c)
		d.Relationships = append(d.Relationships, relationship{program, "DEPENDS_ON", c.ID})
	}
	text, err := indented(d)
	if err != nil {
		return nil, err
	}
	d.Namespace = "urn:uuid:" + uuid(sha256.Sum256(text))
	return indented(d)
}

func (p Program) date() string {
	at := p.Date
	if at.IsZero() {
		at = time.Unix(0, 0).UTC()
	}
	return at.Format(time.RFC3339)
}

func (p Program) itself(file, sum string) component {
	c := component{
		ID: program, Name: "kei", Version: p.Version, File: file, Purpose: "APPLICATION",
		Supplier: unsaid, Download: unsaid, Concluded: "Apache-2.0", Declared: "Apache-2.0", Copyright: unsaid,
		Checksums: []checksum{{"SHA256", sum}},
	}
	if p.Commit != "" {
		c.Source = "built from commit " + p.Commit
		if p.Modified {
			c.Source += ", which was changed"
		}
	}
	return c
}

// library is Go's own, of which every program links a part.
func (p Program) library() component {
	return component{
		ID: "SPDXRef-stdlib", Name: "stdlib", Version: p.Go, Purpose: "LIBRARY",
		Supplier: unsaid, Download: unsaid, Concluded: "BSD-3-Clause", Declared: "BSD-3-Clause", Copyright: unsaid,
		Refs: []ref{{"PACKAGE-MANAGER", "purl", "pkg:golang/stdlib@" + strings.TrimPrefix(p.Go, "go")}},
	}
}

// component is the module as the nth of the bill.
func (m Module) component(n int) component {
	c := component{
		ID: fmt.Sprintf("SPDXRef-module-%03d", n), Name: m.Path, Version: m.Version, Purpose: "LIBRARY",
		Supplier: unsaid, Download: unsaid, Concluded: unsaid, Declared: unsaid, Copyright: unsaid,
		Refs: []ref{{"PACKAGE-MANAGER", "purl", "pkg:golang/" + m.Path + "@" + m.Version}},
	}
	if m.Sum != "" {
		// A sum of go.sum is one of a list of files, and so none of SPDX's checksums.
		c.Comment = "go.sum: " + m.Sum
	}
	return c
}

// uuid is the beginning of a digest as a UUID of version 8, whose bits are free
// (RFC 9562, 5.8).
func uuid(sum [sha256.Size]byte) string {
	b := sum[:16]
	b[6], b[8] = b[6]&0x0f|0x80, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

func indented(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(v)
	return b.Bytes(), err
}
