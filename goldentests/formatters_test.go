package goldentests

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A formatter rewrites what lies there, of its own language: that the rules' files are
// in the same tree does not stop it, and that it would rewrite one of them does.
func TestFormatters(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	put := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{
		"CLAUDE.md": "x\n", ".claude/settings.json": "{}\n", "pyproject.toml": "[project]\n", "package.json": "{}\n", "go.mod": "module x\n",
		"src/a.py": "x=1\n", "main.go": "package main\n", "main.tf": "\n", "src/a.ts": "let x\n",
	} {
		put(name, text)
	}
	asked := func(want bool, role string, commands ...string) {
		t.Helper()
		h := shipped(t, role, root)
		for _, command := range commands {
			if a := h.bash(command); a.denied == want {
				t.Errorf("%s: %s: %s\n%s", role, command, a, a.reason)
			}
		}
	}
	asked(true, "backend-python", "ruff format .", "ruff format", "ruff check --fix .", "black .", "black src", "isort .")
	asked(true, "backend-go", "gofmt -w .", "gofmt -l -w .")
	asked(true, "infra-plan-only", "terraform fmt", "terraform fmt -recursive")
	asked(true, "frontend", "npx prettier --write src", "npx eslint --fix src")
	// What prettier rewrites has many languages, Markdown and JSON among them.
	asked(false, "frontend", "npx prettier --write .", "npx prettier --write CLAUDE.md", "npx prettier --write .claude")
	asked(false, "backend-python", "ruff format CLAUDE.md", "ruff format .claude/settings.json", "ruff format --cache-dir .claude .", "black pyproject.toml")

	put(".claude/hooks/check.py", "x=1\n")
	asked(false, "backend-python", "ruff format .", "black .", "black .claude")
	if err := os.RemoveAll(filepath.Join(root, ".claude", "hooks")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../CLAUDE.md", filepath.Join(root, "src", "link.py")); err != nil {
		t.Fatal(err)
	}
	asked(false, "backend-python", "ruff format .")
}

// A folder that a rule's pattern goes through is moved, copied or replaced with what the
// rule is about: that is a write to it.
func TestFoldersOnTheWay(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{".github/workflows", "g/workflows", "src", "docs"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	h := shipped(t, "frontend", root)
	for command, denied := range map[string]bool{
		"mv .github gh": true, "cp -r g/. .github/": true, "cp -rT g .github": true, "cp -r g/workflows .github/": true,
		"npm install --save-dev x": true, "rm -rf node_modules/.vite": true,
		"mv src/x.ts src/y.ts": false, "cp -r docs src/docs": false, "mv docs src/old": false,
	} {
		a := h.bash(command)
		if a.denied != denied {
			t.Errorf("%s: %s\n%s", command, a, a.reason)
		}
		if strings.Contains(a.reason, "KEI_TASK") {
			t.Errorf("%s: this role needs no task, and is told: %s", command, a.reason)
		}
	}
}
