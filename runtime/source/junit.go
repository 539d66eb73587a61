package source

import (
	"encoding/xml"
	"strings"
)

// ReadJUnit reads a report in JUnit's form.
func ReadJUnit(data []byte) (list []Case, err error) {
	type result struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
	d := xml.NewDecoder(strings.NewReader(string(data)))
	var groups []string
	for {
		token, err := d.Token()
		if err != nil {
			if len(list) == 0 && err.Error() != "EOF" {
				return nil, err
			}
			return list, nil
		}
		switch e := token.(type) {
		case xml.StartElement:
			if e.Name.Local == "testsuite" {
				name := ""
				for _, a := range e.Attr {
					if a.Name.Local == "name" {
						name = a.Value
					}
				}
				groups = append(groups, name)
			}
			if e.Name.Local != "testcase" {
				continue
			}
			var c struct {
				Name    string   `xml:"name,attr"`
				Class   string   `xml:"classname,attr"`
				Skipped []result `xml:"skipped"`
				Failure []result `xml:"failure"`
				Error   []result `xml:"error"`
			}
			if err := d.DecodeElement(&c, &e); err != nil {
				return nil, err
			}
			one := Case{Class: c.Class, Name: c.Name, Is: Passes}
			if len(groups) > 0 && c.Class == "test" { // node's, whose groups are suites
				one.Class = strings.Join(groups, " > ")
			}
			switch bad := append(c.Failure, c.Error...); {
			case len(bad) > 0:
				one.Is, one.Said = Fails, bad[0].Message+"\n"+bad[0].Text
			case len(c.Skipped) > 0:
				one.Is = Skips
			}
			list = append(list, one)
		case xml.EndElement:
			if e.Name.Local == "testsuite" && len(groups) > 0 {
				groups = groups[:len(groups)-1]
			}
		}
	}
}
