// Package resolve turns names into values: for each role the capabilities it is
// held to, the policy its gate will hold, and the prompt its agents are given.
//
// A role starts from its parent's capabilities, adds those it requires and loses
// those it relaxes. All capabilities of a role must agree; what one of them
// denies no other one allows. The role's own lists (tools, command patterns)
// are further rules of the same policy.
package resolve
