// Prints the options of a collection of completions: the path of the command,
// the option's names, and whether it takes a value, with tabs between.
import { readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";

const dir = process.argv[2];
const list = (v) => (v === undefined || v === null ? [] : Array.isArray(v) ? v : [v]);

function walk(path, command) {
  for (const o of list(command.options)) {
    const values = list(o.args);
    const takes = values.length === 0 ? "none" : values.every((v) => v && v.isOptional) ? "optional" : "a word";
    console.log([path.join(" "), list(o.name).join(" "), takes].join("\t"));
  }
  for (const sub of list(command.subcommands)) walk([...path, list(sub.name)[0]], sub);
}

for (const file of readdirSync(dir).sort()) {
  if (!file.endsWith(".js")) continue;
  try {
    const { default: spec } = await import(pathToFileURL(`${dir}/${file}`));
    if (typeof spec === "object") walk([file.slice(0, -3)], spec);
  } catch {
    // one that asks for what is not there is left out
  }
}
