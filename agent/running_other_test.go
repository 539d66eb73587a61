//go:build !linux

package agent

func stillRunning(string) []int { return nil }
