package verify

import (
	"fmt"
	"regexp"
	"strings"
)

// keyed reads a manifest of which only what stands under some keys says what is
// built from what. A key may lead into tables, with a slash between the names.
func keyed(read func([]byte) (map[string]any, error), keys ...string) factReader {
	return func(text []byte, _ surroundings) (facts, error) {
		m, err := read(text)
		if err != nil {
			return nil, err
		}
		f := facts{}
		for _, key := range keys {
			in, prefix := m, ""
			names := strings.Split(key, "/")
			for _, name := range names[:len(names)-1] {
				in, _ = in[name].(map[string]any)
				prefix += name + "."
			}
			f.tables(prefix, in, names[len(names)-1])
		}
		return f, nil
	}
}

func readTOML(text []byte) (m map[string]any, err error) {
	return m, decodeTOML(text, &m)
}

// pyproject reads a pyproject.toml: the keys of pip, poetry, pdm, uv, hatch, flit
// and pixi, and of any other tool those whose names say what they are about.
func pyproject(text []byte, at surroundings) (facts, error) {
	f, err := pyprojectKeys(text, at)
	if err != nil {
		return nil, err
	}
	m, err := readTOML(text)
	if err != nil {
		return nil, err
	}
	tools, _ := m["tool"].(map[string]any)
	f.telling("tool.", tools, 0)
	return f, nil
}

// telling are the names of settings that bring in code of others.
var telling = regexp.MustCompile(`(?i)(^|[-_])(dependenc(y|ies)|requires?|requirements|sources?|ind(ex|ices|exes)|repositor(y|ies)|cmdclass|find-links)$`)

// telling adds the settings below a table that have such a name.
func (f facts) telling(prefix string, table map[string]any, depth int) {
	for name, v := range table {
		below, isTable := v.(map[string]any)
		_, isList := v.([]any)
		switch {
		case name == "source" && isList: // of coverage, and its like: folders of the project
		case telling.MatchString(name):
			f.tables(prefix, table, name)
		case isTable && depth < 8:
			f.telling(prefix+name+".", below, depth+1)
		}
	}
}

var pyprojectKeys = keyed(readTOML,
	"build-system", "dependency-groups", "project/dependencies", "project/optional-dependencies", "project/requires-python", "project/dynamic",
	"tool/poetry/dependencies", "tool/poetry/dev-dependencies", "tool/poetry/group", "tool/poetry/extras", "tool/poetry/source", "tool/poetry/build",
	"tool/poetry/requires-plugins",
	"tool/pdm/dev-dependencies", "tool/pdm/source", "tool/pdm/resolution", "tool/pdm/build", "tool/pdm/plugins", "tool/uv", "tool/pixi",
	"tool/hatch/envs", "tool/hatch/metadata", "tool/hatch/build", "tool/flit/metadata", "tool/setuptools/dynamic", "tool/setuptools/ext-modules",
	"tool/conda-lock")

// composer are the keys of a composer.json. Its scripts run where somebody only
// installs.
var composer = keyed(readJSON, "require", "require-dev", "replace", "conflict", "provide", "repositories", "minimum-stability", "prefer-stable", "config", "scripts", "extra/installer-paths", "extra/patches")

var deno = keyed(readJSON, "imports", "scopes", "importMap", "links", "patch", "lock", "vendor", "nodeModulesDir", "workspace", "unstable")

var vcpkg = keyed(readJSON, "dependencies", "overrides", "builtin-baseline", "features", "default-features", "vcpkg-configuration")

// setupConfig reads the sections of a setup.cfg that name dependencies.
func setupConfig(text []byte, _ surroundings) (facts, error) {
	f := facts{}
	section, key := "", ""
	for _, line := range strings.Split(string(text), "\n") {
		bare := strings.TrimSpace(line)
		switch {
		case bare == "" || bare[0] == '#' || bare[0] == ';':
		case bare[0] == '[':
			section, key = strings.ToLower(strings.Trim(bare, "[]")), ""
		case line[0] != ' ' && line[0] != '\t':
			name, value, _ := strings.Cut(bare, "=")
			if at := strings.IndexByte(bare, ':'); at >= 0 && at < len(name) {
				name, value = bare[:at], bare[at+1:]
			}
			key = strings.ToLower(strings.TrimSpace(name))
			f.setting(section, key, strings.TrimSpace(value))
		default:
			f.setting(section, key, bare)
		}
	}
	return f, nil
}

func (f facts) setting(section, key, value string) {
	depends := section == "options.extras_require" || section == "build_ext" || section == "easy_install" || section == "aliases" ||
		section == "options" && (strings.HasSuffix(key, "_requires") || strings.HasSuffix(key, "_require") || key == "dependency_links")
	if depends && value != "" {
		f[section+"."+key+" "+value] = ""
	}
}

// withoutComments is for files that are sets of lines, in which # begins a remark.
func withoutComments(text []byte, at surroundings) (facts, error) {
	var kept strings.Builder
	for _, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		if code, _, ok := strings.Cut(line, " #"); ok {
			line = strings.TrimSpace(code)
		}
		if !strings.HasPrefix(line, "#") {
			kept.WriteString(line + "\n")
		}
	}
	return eachLine([]byte(kept.String()), at)
}

// cmakeFetch begins a call that brings in code of others, or runs a program while
// the build is being set up.
var cmakeFetch = regexp.MustCompile(`(?i)\b(fetchcontent_\w+|externalproject_\w+|externaldata_\w+|cpm\w*|find_package|find_program|find_library|pkg_check_modules|pkg_search_module|hunter_\w+|conan_\w+|execute_process|cmake_language|file\s*\(\s*(?:download|\$\{\w+)|cmake_minimum_required|include)\b`)

// cmakeCalls reads such calls of a CMakeLists.txt, each with what is in its brackets.
func cmakeCalls(text []byte, _ surroundings) (facts, error) {
	if len(text) > maxText {
		return nil, fmt.Errorf("it has %d bytes, and at most %d are read", len(text), maxText)
	}
	f := facts{}
	s := string(text)
	for _, at := range cmakeFetch.FindAllStringIndex(s, -1) {
		if line := s[strings.LastIndexByte(s[:at[0]], '\n')+1 : at[0]]; strings.Contains(line, "#") {
			continue
		}
		depth, end := 0, at[0]
		for ; end < len(s); end++ {
			if s[end] == '(' {
				depth++
			} else if s[end] == ')' {
				if depth--; depth <= 0 {
					break
				}
			}
		}
		f[strings.Join(strings.Fields(s[at[0]:min(end+1, len(s))]), " ")] = ""
	}
	return f, nil
}
