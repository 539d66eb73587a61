// Command bench measures what a gate costs: whole processes, from before they
// are made to when they have been waited for, by turns in one run with the least
// that a process can cost (a static C program that returns) and the least that
// a Go process can (a static program with an empty main).
//
// README.md says how the figures are taken and how to read them.
package main
