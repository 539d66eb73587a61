package cli

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"kei"
	"kei/internal/files"
	"kei/internal/origin"

	"github.com/spf13/cobra"
)

const versionLong = `Version prints what this kei was built from: its version, the commit and the
commit's date, the Go toolchain, a digest of the modules that are linked in, and
digests of what it holds: the library of capabilities and roles, what is known of
programs, and the runtime that gates link.

--bill prints the bill of materials of a kei, SPDX 2.3 as JSON: of this one, or of
FILE, which may be built for another system. It is made of what the linker wrote
into the program, so the same program has the same bill, to the byte.`

// versionFlags are those of kei version.
type versionFlags struct {
	json, bill bool
	out        string
}

func (a *app) version() *cobra.Command {
	var o versionFlags
	c := a.verb(&cobra.Command{
		Use:   "version [--json] [--bill [-o FILE] [FILE]]",
		Short: "print what kei was built from, or its bill of materials",
		Long:  versionLong,
		Args:  args("[FILE]"),
		Example: `
			kei version
			kei version --bill > kei.spdx.json`,
	}, func(_ context.Context, args []string) error {
		if o.bill {
			return a.bill(args, o.out)
		}
		if len(args) > 0 || o.out != "" {
			return errors.New("kei version is about this program; --bill is what takes a FILE and -o")
		}
		return a.printVersion(o.json)
	})
	c.Flags().BoolVar(&o.json, "json", false, "for programs")
	c.Flags().BoolVar(&o.bill, "bill", false, "print the bill of materials, SPDX 2.3 as JSON")
	c.Flags().StringVarP(&o.out, "output", "o", "", "write the bill to `FILE`")
	c.MarkFlagsMutuallyExclusive("json", "bill")
	return c
}

// A held is one of the trees that kei carries.
type held struct {
	name  string
	files fs.FS
}

// heldTrees are what decides what a policy folder becomes under this kei.
var heldTrees = []held{{"library", kei.Library}, {"programs", kei.Programs}, {"runtime", kei.Sources}}

// printVersion says all of it.
func (a *app) printVersion(asJSON bool) error {
	p, err := origin.Own()
	if err != nil {
		return err
	}
	sums := map[string]string{"modules": p.ModulesDigest()}
	for _, t := range heldTrees {
		if sums[t.name], err = origin.Digest(t.files); err != nil {
			return err
		}
	}
	if asJSON {
		return printJSON(a.stdout, struct {
			origin.Program
			Sums map[string]string `json:"sha256"`
		}{p, sums})
	}
	commit, date := "not known: it was built without version control", "not known"
	if p.Commit != "" {
		commit, date = p.Commit, p.Date.Format(time.RFC3339)
		if p.Modified {
			commit += ", changed since"
		}
	}
	fmt.Fprintf(a.stdout, "kei %s\ncommit    %s\ndate      %s\ngo        %s %s/%s\nmodules   sha256:%s (%d)\n",
		buildVersion(), commit, date, p.Go, p.OS, p.Arch, sums["modules"], len(p.Modules))
	for _, t := range heldTrees {
		fmt.Fprintf(a.stdout, "%-9s sha256:%s\n", t.name, sums[t.name])
	}
	return nil
}

// bill writes the bill of materials of the kei that is named, or of this one.
func (a *app) bill(args []string, out string) error {
	file, err := os.Executable()
	if err != nil {
		return err
	}
	if len(args) > 0 {
		file = args[0]
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	p, err := origin.Read(bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("%s is no Go program that says what it was built from: %w", file, err)
	}
	sum := sha256.Sum256(data)
	text, err := p.Bill(filepath.Base(file), hex.EncodeToString(sum[:]))
	if err != nil {
		return err
	}
	if out != "" {
		return files.Out(out, text, 0o644)
	}
	_, err = a.stdout.Write(text)
	return err
}

// buildVersion is what the linker knows: the module's version where kei was
// installed from one, else the commit it was built from.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	version := info.Main.Version
	if version == "" {
		version = "(devel)"
	}
	return version + " " + info.GoVersion
}
