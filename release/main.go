// Command release packs what goreleaser does not: the npm packages and the Homebrew
// formula. release/run starts it.
//
//	release npm -version V -target OS/ARCH -date UNIX -out DIR PROGRAM
//	release formula -sums SHA256SUMS -version V -out FILE
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"kei/internal/files"
)

// The names that a release bears until it has a home of its own.
const (
	placeholderURL   = "https://kei.example.invalid/releases"
	placeholderScope = "@kei-placeholder"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 {
		return errors.New("npm or formula?")
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	version := flags.String("version", "", "without a v")
	out := flags.String("out", "", "the folder, or the file, that is written")
	target := flags.String("target", "", "os/arch of the program")
	date := flags.Int64("date", 0, "the commit's, in seconds since 1970")
	sums := flags.String("sums", "", "SHA256SUMS of the release")
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	switch args[0] {
	case "npm":
		if flags.NArg() != 1 {
			return errors.New("npm takes one program")
		}
		return npm(*out, *version, *target, flags.Arg(0), time.Unix(*date, 0).UTC())
	case "formula":
		return formula(*out, *version, *sums)
	}
	return fmt.Errorf("%s is neither npm nor formula", args[0])
}

// fromEnv is a variable, or what stands in for it.
func fromEnv(name, placeholder string) string {
	if v := os.Getenv(name); v != "" {
		return strings.TrimSuffix(v, "/")
	}
	return placeholder
}

// write puts a whole file in its place, or none.
func write(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return files.Out(name, data, 0o644)
}
