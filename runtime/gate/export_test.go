package gate

// Plain is plain, for the test that holds it to the parser.
var Plain = plain
