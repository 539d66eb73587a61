// Command kei compiles capabilities and roles into gates, and puts them where
// coding agents' clients ask them.
package main

import (
	"os"

	"kei/internal/cli"
)

func main() { os.Exit(cli.Run(os.Args, os.Stdin, os.Stdout, os.Stderr)) }
