// Package permit knows what a list of permission rules says: the meaning that
// they have in kei, the one that each client gives them, and whether the two are
// the same. Patterns become regular languages, so that the answer is a fact about
// all commands and paths and not about some: where two readings differ, there is
// a shortest text that shows it.
package permit
