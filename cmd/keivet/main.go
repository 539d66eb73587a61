// Command keivet checks that emitted gates are facts and nothing else, with
// their tables and sums computed again.
//
//	go run ./cmd/keivet ./out/...
//	go vet -vettool=$(which keivet) ./out/...
package main

import (
	"golang.org/x/tools/go/analysis/multichecker"

	"kei/gen/declarative"
)

func main() { multichecker.Main(declarative.Analyzer) }
