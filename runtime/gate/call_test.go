package gate

import "strings"

func noEnv(string) (string, bool) { return "", false }

// env makes an environment of NAME=value pairs.
func env(pairs ...string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		for _, p := range pairs {
			if n, v, _ := strings.Cut(p, "="); n == name {
				return v, true
			}
		}
		return "", false
	}
}
