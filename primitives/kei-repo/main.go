// Command kei-repo is the program of this package's atoms.
package main

import (
	"kei-repo/internal/changed"
	"kei-repo/internal/dependencies"
	"kei-repo/internal/outline"
	"kei-repo/internal/search"
	"kei-repo/verb"
)

func main() {
	verb.Main("kei-repo", verb.Set{
		"changed":      verb.Of(changed.Run),
		"dependencies": verb.Of(dependencies.Run),
		"outline":      verb.Of(outline.Run),
		"search":       verb.Of(search.Run),
	})
}
