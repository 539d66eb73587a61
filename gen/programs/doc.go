// Package programs turns programs/*.toml, what is known of programs, into the
// tables by which gates read commands.
//
//	Load   what the files say, every problem at its place
//	Table  the same as gates will have it, for whoever asks in this process
//	Emit   out/programs, which every gate links
package programs
