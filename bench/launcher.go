package main

import (
	"bytes"
	"context"
	_ "embed" // the C sources
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

//go:embed launcher/launcher.c
var launcherSource []byte

//go:embed launcher/return.c
var returnSource []byte

// A launcher carries out a plan, in a folder.
type launcher func(ctx context.Context, dir string, p plan) (run, error)

// compileC compiles a C source to a static program, or to a dynamic one where
// there is no static C library.
func compileC(ctx context.Context, dir, name string, source []byte) (string, error) {
	cc, err := exec.LookPath("cc")
	if err != nil {
		return "", errors.New("there is no cc on PATH")
	}
	file, out := filepath.Join(dir, name+".c"), filepath.Join(dir, name)
	if err := os.WriteFile(file, source, 0o644); err != nil {
		return "", err
	}
	_, err = output(ctx, dir, nil, cc, "-O2", "-static", "-o", out, file)
	if err != nil {
		_, err = output(ctx, dir, nil, cc, "-O2", "-o", out, file)
	}
	return out, err
}

// cLauncher runs plans with a program compiled from launcher.c. It is small:
// what it starts costs the same, however much memory this process has.
func cLauncher(path string) launcher {
	return func(ctx context.Context, dir string, p plan) (run, error) {
		var text bytes.Buffer
		if err := p.encode(&text); err != nil {
			return run{}, err
		}
		var out, said bytes.Buffer
		c := exec.CommandContext(ctx, path)
		c.Dir, c.Stdin, c.Stdout, c.Stderr = dir, &text, &out, &said
		c.WaitDelay = time.Second
		if err := c.Run(); err != nil {
			return run{}, fmt.Errorf("%w\n%s", err, strings.TrimSpace(said.String()))
		}
		return parseRun(&out, len(p.programs), p.rounds)
	}
}

// output runs a program to its end. The error holds what it said.
func output(ctx context.Context, dir string, env []string, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	var out, said bytes.Buffer
	c := exec.CommandContext(ctx, name, args...)
	c.Dir, c.Env, c.Stdout, c.Stderr = dir, env, &out, &said
	c.WaitDelay = time.Second
	if err := c.Run(); err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), strings.Join(args, " "), err, strings.TrimSpace(said.String()))
	}
	return out.String(), nil
}
