// Package schema is JSON Schema as atoms use it: draft-07, read within bounds,
// and nothing outside of the folders that an atom may use is ever opened.
//
// Rules of this package:
//
//   - A reference is judged as text before anything is opened. No network.
//   - Numbers keep their text; they are compared exactly.
//   - What the library notices only when it validates, such as references that
//     lead in a circle, is found when a schema is loaded.
package schema
