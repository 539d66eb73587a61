// Package agents renders one definition of an agent for every client that runs
// it: a file in the form that the client reads, and a report of what the client
// cannot say. What is lost is either wider (the client lets more through) or
// stricter, and is shown by a shortest command or path where there is one.
//
// A definition only narrows its role. What a role's tools do not have is rendered
// as absent, and what its gate would not let through is not allowed by a client's
// own rules either.
package agents
