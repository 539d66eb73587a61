//go:build !unix

package run

import (
	"context"
	"os"
	"os/exec"
)

type group struct{ cmd *exec.Cmd }

func newGroup(_ context.Context, c *exec.Cmd) *group { return &group{c} }

func (g *group) start() error          { return g.cmd.Start() }
func (g *group) end()                  {}
func signalOf(*os.ProcessState) string { return "" }
func busyText(error) bool              { return false }
func Self() string                     { return "" }
func Gone(string) bool                 { return false }
