// Command kei-http is the program of this package's atoms.
package main

import (
	"kei-http/internal/get"
	"kei-http/verb"
)

func main() {
	verb.Main("kei-http", verb.Set{"get": verb.Of(get.New().Run)})
}
