package shimtest

import "sync"

// Abreast does n things side by side, not more than slots at once.
func Abreast(n, slots int, do func(i int)) {
	var wait sync.WaitGroup
	free := make(chan struct{}, slots)
	for i := range n {
		free <- struct{}{}
		wait.Go(func() {
			defer func() { <-free }() // do may end the goroutine
			do(i)
		})
	}
	wait.Wait()
}
