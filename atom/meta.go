package atom

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"kei/atom/schema"
	"kei/internal/tomlpos"
)

// Meta is what a package says of itself, in atoms.toml or in Cargo.toml.
type Meta struct {
	Name, Version, Description string
	File                       string // slash path from the root; the folder if there is none
	DBEnv                      string // state.db_env: a variable of the program's
	Exec                       bool   // there is a table [exec]
	Command                    []string
	Env                        []string // variables that are passed through
	InPackage                  bool     // cwd = "package"
	Problems                   []Problem

	broken bool
}

func (m *Meta) add(warning bool, at tomlpos.Pos, code, message string) {
	m.Problems = append(m.Problems, Problem{m.File, max(at.Line, 1), max(at.Col, 1), code, message, warning})
	m.broken = m.broken || !warning
}

// readMeta reads the metadata of the package in that folder of the root.
func readMeta(root *os.Root, dir string) *Meta {
	m := &Meta{Name: dir, File: dir}
	for _, name := range []string{"atoms.toml", "Cargo.toml"} {
		file := path.Join(dir, name)
		if _, err := root.Lstat(file); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		m.File = file
		table, err := tomlpos.ReadFile(root.FS(), file)
		if err != nil {
			m.syntax(file, err)
			return m
		}
		if name == "Cargo.toml" {
			m.cargo(root, dir, table)
		} else {
			m.toml(root, dir, table)
		}
		return m
	}
	m.add(true, tomlpos.Pos{}, "META_MISSING", "no atoms.toml")
	return m
}

func (m *Meta) syntax(file string, err error) {
	var errs tomlpos.Errors
	errs.Join(file, err)
	for _, e := range errs {
		m.add(false, tomlpos.Pos{Line: e.Line, Col: e.Col}, "META_SYNTAX", e.Msg)
	}
}

func (m *Meta) fields(errs tomlpos.Errors) {
	for _, e := range errs {
		m.add(false, tomlpos.Pos{Line: e.Line, Col: e.Col}, "META_FIELD", e.Msg)
	}
}

type metaState struct {
	Backend    tomlpos.String `toml:"backend"`
	DBEnv      tomlpos.String `toml:"db_env"`
	DBDefault  tomlpos.String `toml:"db_default"`
	Migrations tomlpos.String `toml:"migrations_dir"`
	Version    *int64         `toml:"schema_version"`
}

func (m *Meta) toml(root *os.Root, dir string, table *tomlpos.Table) {
	var all struct {
		Format  *int64         `toml:"format"`
		Package *tomlpos.Table `toml:"package"`
		State   *tomlpos.Table `toml:"state"`
		Exec    *tomlpos.Table `toml:"exec"`
	}
	m.fields(tomlpos.Decode(table, &all))
	if _, given := table.Get("format"); !given {
		m.add(false, tomlpos.Pos{Line: 1, Col: 1}, "META_FIELD", "missing format")
	} else if all.Format != nil && *all.Format != 1 {
		m.add(false, table.At("format", -1), "META_FIELD", "format is not 1, the only one there is")
	}
	var pkg struct {
		Name        tomlpos.String `toml:"name"`
		Version     tomlpos.String `toml:"version"`
		Description string         `toml:"description"`
	}
	if all.Package == nil {
		m.add(false, tomlpos.Pos{Line: 1, Col: 1}, "META_FIELD", "missing package")
	} else {
		m.fields(tomlpos.Decode(all.Package, &pkg))
		for _, key := range []string{"name", "version"} {
			if _, ok := all.Package.Get(key); !ok {
				m.add(false, all.Package.Pos, "META_FIELD", "missing package."+key)
			}
		}
		m.identity(dir, pkg.Name, pkg.Version)
		m.Description = pkg.Description
	}
	if all.State != nil {
		var s metaState
		m.fields(tomlpos.Decode(all.State, &s))
		backends := []string{"sqlite", "filesystem", "memory", "remote", "none"}
		if _, given := all.State.Get("backend"); given && s.Backend.Text != "" && !slices.Contains(backends, s.Backend.Text) {
			m.add(false, s.Backend.Pos, "META_FIELD", "backend is none of "+strings.Join(backends, ", "))
		}
		m.state(root, dir, s)
	}
	if all.Exec != nil {
		m.exec(all.Exec)
	}
}

func (m *Meta) identity(dir string, name, version tomlpos.String) {
	if name.Text != "" {
		if m.Name = name.Text; m.Name != dir {
			m.add(false, name.Pos, "META_NAME", "the package is named "+m.Name+", its folder "+dir)
		}
	}
	if version.Text != "" {
		if !semver.MatchString(version.Text) {
			m.add(false, version.Pos, "META_FIELD", "version "+version.Text+" is not SemVer")
			return
		}
		m.Version = version.Text
	}
}

func (m *Meta) state(root *os.Root, dir string, s metaState) {
	m.DBEnv = s.DBEnv.Text
	if m.DBEnv != "" && !variable(m.DBEnv) {
		m.add(false, s.DBEnv.Pos, "META_FIELD", "db_env is no name of a variable")
		m.DBEnv = ""
	}
	rel := strings.TrimSuffix(s.Migrations.Text, "/")
	if rel == "" {
		return
	}
	if why := schema.Unsafe(rel); why != "" {
		m.add(false, s.Migrations.Pos, "META_PATH_UNSAFE", "migrations_dir unsafe: "+why)
		return
	}
	info, err := root.Stat(path.Join(dir, rel))
	switch {
	case err != nil && strings.Contains(err.Error(), "escapes"):
		m.add(false, s.Migrations.Pos, "META_PATH_UNSAFE", "migrations_dir unsafe: a symbolic link leads out of the root")
	case err != nil || !info.IsDir():
		m.add(true, s.Migrations.Pos, "META_PATH_MISSING", "no folder "+rel)
	}
}

// variable reports whether s may be the name of a variable that is passed on.
func variable(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '_' && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

func (m *Meta) exec(table *tomlpos.Table) {
	var e struct {
		Command tomlpos.Words    `toml:"command"`
		Env     []tomlpos.String `toml:"env"`
		Cwd     tomlpos.String   `toml:"cwd"`
	}
	m.Exec = true
	m.fields(tomlpos.Decode(table, &e))
	m.Command = e.Command
	if _, given := table.Get("command"); given && len(e.Command) == 0 {
		if list, ok := table.Get("command"); ok {
			if l, isList := list.Any.([]tomlpos.Value); isList && len(l) == 0 {
				m.add(false, list.Pos, "META_FIELD", "command is empty")
			}
		}
	}
	if len(e.Command) > 0 {
		if why := schema.Unsafe(e.Command[0]); why != "" {
			m.add(false, table.At("command", 0), "META_FIELD", "the program "+e.Command[0]+" is not beneath the package: "+why)
		}
	}
	for _, name := range e.Env {
		if !variable(name.Text) {
			m.add(false, name.Pos, "META_FIELD", "env: "+name.Text+" is no name of a variable")
			continue
		}
		m.Env = append(m.Env, name.Text)
	}
	switch e.Cwd.Text {
	case "", "caller":
	case "package":
		m.InPackage = true
	default:
		m.add(false, e.Cwd.Pos, "META_FIELD", "cwd is none of caller, package")
	}
}

// cargo reads the earlier kit's metadata; whatever else stands there is Cargo's.
func (m *Meta) cargo(root *os.Root, dir string, table *tomlpos.Table) {
	sub := func(t *tomlpos.Table, key string) *tomlpos.Table {
		v, _ := t.Get(key)
		out, _ := v.Any.(*tomlpos.Table)
		return out
	}
	text := func(t *tomlpos.Table, key string) tomlpos.String {
		v, _ := t.Get(key)
		s, _ := v.Any.(string)
		return tomlpos.String{Text: s, Pos: v.Pos}
	}
	pkg := sub(table, "package")
	kit := sub(sub(pkg, "metadata"), "keisei")
	if kit == nil {
		m.File = dir
		m.add(true, tomlpos.Pos{}, "META_MISSING", "no atoms.toml, and no package.metadata.keisei in Cargo.toml")
		return
	}
	m.identity(dir, text(pkg, "name"), text(pkg, "version"))
	m.state(root, dir, metaState{DBEnv: text(kit, "db_env"), Migrations: text(kit, "migrations_dir")})
}
