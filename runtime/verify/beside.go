package verify

import (
	"sync"
	"sync/atomic"
)

// beside is what do makes of each of a list, which it is called with by several
// goroutines: of a large work there are thousands, and nothing else to do meanwhile.
func beside[T, R any](list []T, do func(T) R) []R {
	const few = 64 // at a time, of which the goroutines take turns
	results := make([]R, len(list))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(parallel(), (len(list)+few-1)/few) {
		workers.Go(func() {
			for from := int(next.Add(few)) - few; from < len(list); from = int(next.Add(few)) - few {
				for i := from; i < min(from+few, len(list)); i++ {
					results[i] = do(list[i])
				}
			}
		})
	}
	workers.Wait()
	return results
}
