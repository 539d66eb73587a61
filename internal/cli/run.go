// Package cli is the command kei: one file per verb, and the earlier kit's
// kei-capability, which the same program is when it is called by that name.
//
// Exit statuses: 0 for done, 1 for trouble, 2 for a command line that makes no
// sense. Where a status is an answer it has its own meaning, and the verb's
// help says so: diff, explain, doctor, kei-capability.
//
// Errors go to standard error: those with a position as they are, one per
// line, all others after "kei: ". What a command was asked for goes to standard
// output, what it did along the way to standard error.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"kei/hooks"
	"kei/internal/tomlpos"

	"github.com/spf13/cobra"
)

// The exit statuses, named where they do not speak for themselves.
const (
	trouble = 1
	usage   = 2
)

// An app is one run of the command.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(string) (string, bool)

	earlier bool   // the earlier kit's kei-agent-runtime was called
	dir     string // -C: where capabilities/ and roles/ are
	named   bool   // -C was said
	started bool   // the command line made sense, a verb is running
}

// An exit is a status that is an answer: there is nothing more to print.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// Run is the command. Args begin with the name it was called by.
func Run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := &app{stdin: stdin, stdout: stdout, stderr: stderr, getenv: os.LookupEnv}
	name, self := "kei", ""
	if len(args) > 0 {
		self = args[0]
		name = strings.TrimSuffix(filepath.Base(args[0]), ".exe")
		args = args[1:]
	}
	if name == "kei-capability" {
		return a.capability(args)
	}
	if name == "kei-ledger" {
		return a.ledgerMain(args)
	}
	if earlierAtoms[name] != nil {
		kei, err := earlierAtomArgs(name, args)
		if err != nil {
			fmt.Fprintf(stderr, "%s: %v\n", name, err)
			return usage
		}
		args = kei
	}
	if name == hooks.VerifyHook {
		args = verifyHookArgs(self, args, a.getenv)
	}
	if name == "kei-agent-runtime" {
		kei, code, answered := a.agentRuntimeArgs(args)
		if answered {
			return code
		}
		args, a.earlier = kei, true
	}
	// Asked to stop, a verb finishes or takes back the file it is at; asked
	// again, it dies.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)

	root := a.root()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	var code exit
	switch {
	case err == nil:
		return 0
	case errors.As(err, &code):
		return int(code)
	case !a.started:
		fmt.Fprintf(stderr, "kei: %s\n", err)
		return usage
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "kei: interrupted")
		return trouble
	}
	a.report(err)
	return trouble
}

// report prints what went wrong.
func (a *app) report(err error) {
	var listed tomlpos.Errors
	var one tomlpos.Error
	var settings *hooks.Error
	switch joined, many := err.(interface{ Unwrap() []error }); {
	case many:
		for _, err := range joined.Unwrap() {
			a.report(err)
		}
	case errors.As(err, &listed), errors.As(err, &one), errors.As(err, &settings):
		fmt.Fprintln(a.stderr, err)
	default:
		fmt.Fprintf(a.stderr, "kei: %v\n", err)
	}
}

// verb fills in what all verbs have in common: run is called once the command
// line has been understood.
func (a *app) verb(c *cobra.Command, run func(ctx context.Context, args []string) error) *cobra.Command {
	c.DisableFlagsInUseLine = true
	c.Example = strings.TrimSpace(indent(c.Example, "  "))
	c.Example = "  " + c.Example
	c.RunE = func(c *cobra.Command, args []string) error {
		a.started = true
		return run(c.Context(), args)
	}
	return c
}

func indent(text, by string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i, l := range lines {
		lines[i] = by + strings.TrimLeft(l, "\t")
	}
	return strings.Join(lines, "\n")
}

// args names the arguments of a verb, so that the one that is missing or too
// many can be named: args("ROLE", "[TOOL]").
func args(names ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, given []string) error {
		need := 0
		for _, n := range names {
			if !strings.HasPrefix(n, "[") {
				need++
			}
		}
		// The program's own name goes before every message.
		verb, see := strings.TrimPrefix(c.CommandPath(), c.Root().Name()+" "), "; see "+c.CommandPath()+" --help"
		if len(given) < need {
			return fmt.Errorf("%s needs %s%s", verb, names[len(given)], see)
		}
		if len(given) > len(names) {
			return fmt.Errorf("%s takes no argument %q%s", verb, given[len(names)], see)
		}
		return nil
	}
}
