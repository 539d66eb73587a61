package gate

// Plain is plain, for tests that compare it with the shell's parser.
var Plain = plain
