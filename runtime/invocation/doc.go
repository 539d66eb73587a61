// Package invocation reads the words of a simple command by what is known of
// its program: which words are options, which are an option's own, and what
// each operand is to the program: a file that it writes, a command that it
// runs, the name of a host.
//
// What is known stands in tables that gen/programs makes of programs/*.toml.
// Nothing here names a program. There is one reader, [Table.Read]; whatever is
// asked of a command (what it runs, writes, sends) is derived from its reading.
//
// Words that can be read in more than one way, since an option is not known or
// differs between systems, have several readings. A deny rule tries all of
// them, and an allow rule has to hold for each.
package invocation
