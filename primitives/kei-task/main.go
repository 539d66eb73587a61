// Command kei-task is the program of this package's atoms.
package main

import (
	"context"

	"kei-task/internal/store"
	"kei-task/verb"
)

func main() {
	verb.Main("kei-task", verb.Set{
		"add-dependency": with((*store.Store).AddDependency),
		"create":         with((*store.Store).Create),
		"done":           with((*store.Store).Done),
		"list":           with((*store.Store).List),
		"search":         with((*store.Store).Search),
	})
}

// with is a verb that opens the store for one call.
func with[I, O any](do func(*store.Store, context.Context, I) (O, error)) verb.Verb {
	return verb.Of(func(ctx context.Context, in I) (out O, err error) {
		s, err := store.Open(ctx, store.Path())
		if err != nil {
			return out, verb.Refuse("StoreError", "%v", err)
		}
		defer s.Close()
		return do(s, ctx, in)
	})
}
