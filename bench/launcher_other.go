//go:build !unix

package main

import (
	"context"
	"errors"
)

func goLauncher(context.Context, string, plan) (run, error) {
	return run{}, errors.New("processes are measured on Unix only")
}
