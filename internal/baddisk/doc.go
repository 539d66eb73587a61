// Package baddisk has disks for tests that stop working: whatever is asked of one then
// ends with an I/O error, until it is mended.
package baddisk
