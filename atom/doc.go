// Package atom reads packages of atoms: each is one verb of a tool, declared by
// a Markdown file with front matter and two JSON Schemas.
//
// Rules of this package:
//
//   - A declaration is parsed once. List, lint and invoke are views of the same
//     value, so they can't disagree about it.
//   - Nothing is dropped: what is wrong is a [Problem] with its place, and an
//     atom with an error is not run.
//   - No symbolic link is followed, and no file that isn't a regular one is opened.
//   - No process is started here.
package atom
