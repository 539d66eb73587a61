// Prints the options of a collection of completions: the path of the command,
// the option's names, whether it takes a value, and what that is, with tabs between.
import { readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";

const dir = process.argv[2];
const list = (v) => (v === undefined || v === null ? [] : Array.isArray(v) ? v : [v]);

const command = /^(.*[ -])?(command|cmd|program|executable|exec|editor|pager|shell|script|hook|interpreter|browser)s?$/i;
const file = /^(.*[ _-])?(file|path|dir|directory|folder|output|filename|file-?path)s?$/i;

// kind is what a value is: by what completes it, or else by what it is called.
function kind(arg) {
  const name = String(list(arg.name)[0] ?? "");
  if (arg.isCommand || arg.isScript || command.test(name)) return "command";
  const templates = list(arg.template);
  if (templates.includes("filepaths") || templates.includes("folders") || file.test(name)) return "file";
  return "";
}

function walk(path, spec) {
  for (const o of list(spec.options)) {
    const values = list(o.args).filter(Boolean);
    const takes = values.length === 0 ? "none" : values.every((v) => v.isOptional) ? "optional" : "a word";
    console.log([path.join(" "), list(o.name).join(" "), takes, values.length ? kind(values[0]) : ""].join("\t"));
  }
  for (const sub of list(spec.subcommands)) walk([...path, list(sub.name)[0]], sub);
}

for (const name of readdirSync(dir).sort()) {
  if (!name.endsWith(".js")) continue;
  try {
    const { default: spec } = await import(pathToFileURL(`${dir}/${name}`));
    if (typeof spec === "object") walk([name.slice(0, -3)], spec);
  } catch {
    // one that asks for what is not there is left out
  }
}
