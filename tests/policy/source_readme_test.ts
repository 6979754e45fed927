/** `src/README.md`: whatever it names is there, and its map is whole. */
import assert from "node:assert/strict";
import { files } from "./source_files.ts";

const root = new URL("../../", import.meta.url);
const readme = Deno.readTextFileSync(new URL("src/README.md", root));
const source = files("src/");
/** One page of words, a map and three walks: what grows beyond that is read by nobody. */
const LINES_MOST = 250;

const isThere = (path: string): boolean => {
  try {
    return Deno.statSync(new URL(path, root)) !== undefined;
  } catch {
    return false;
  }
};
/** Paths are below `src/`, save those of the project's other folders. */
const placed = (path: string): string => /^(tests|tools|migrations)\//.test(path) ? path : `src/${path}`;

/** Whether a text declares the name: a value, a type, or a member. */
const declares = (text: string, name: string): boolean =>
  new RegExp(`\\b(class|interface|type|function|const|let)\\s+${name}\\b`).test(text) ||
  new RegExp(`^\\s*(readonly |async |export )*${name}\\??\\s*[(:=<]`, "m").test(text);
const says = (text: string): boolean => source.some((file) => file.text.includes(text));

/** What is wrong with a piece in code letters, if anything. */
function problem(code: string): string | undefined {
  if (/^(GET|POST|PUT|PATCH|DELETE) \//.test(code)) return says(`"${code}"`) ? undefined : "no such route";
  if (code.startsWith("/")) return says(`${code}"`) ? undefined : "no such address";
  if (/^main\.ts [a-z ]+$/.test(code)) return undefined;
  if (/^[a-z][\w-]*(\/[\w.-]*)+$|^\w+\.(ts|tsx)$/.test(code)) {
    return isThere(placed(code)) ? undefined : "no such path";
  }
  if (/^[a-z]+(-[a-z]+)+$/.test(code)) return says(`"${code}"`) ? undefined : "nothing is called so";
  const [, name] = /^(\w+)(?:\(\))?$/.exec(code) ?? [];
  if (name === undefined) return "neither a path nor a name";
  return source.some(({ text }) => declares(text, name)) ? undefined : "declared nowhere";
}

Deno.test("the README of the source is short, and each path and name in it is there", () => {
  assert.ok(readme.split("\n").length <= LINES_MOST, `more than ${LINES_MOST} lines`);
  const named = [...new Set([...readme.matchAll(/`([^`]+)`/g)].map(([, code]) => code!))];
  assert.ok(named.length > 100, "what it names is not found");
  const wrong = named.flatMap((code) => {
    const why = problem(code);
    return why === undefined ? [] : [`${code}: ${why}`];
  });
  for (const [, path] of readme.matchAll(/\]\(([^)#]+)\)/g)) {
    if (!isThere(`src/${path}`)) wrong.push(`${path}: no such path`);
  }
  assert.deepEqual(wrong, []);
});

Deno.test("a name that it places in a file is declared in that file", () => {
  const placedIn = [...readme.matchAll(/`(\w+)`,? in\s`([^`]+\.tsx?)`/g)];
  assert.ok(placedIn.length > 10, "what it places is not found");
  const astray = placedIn.filter(([, name, path]) =>
    !declares(Deno.readTextFileSync(new URL(placed(path!), root)), name!)
  ).map(([text]) => text);
  assert.deepEqual(astray, []);
});

Deno.test("its map names what lies in src/, no less and no more", () => {
  const map = readme.slice(readme.indexOf("## Map"), readme.indexOf("### Inside"));
  const named = [...map.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, name]) => name!).sort();
  const there = [...Deno.readDirSync(new URL("src/", root))]
    .filter(({ name }) => name !== "README.md")
    .map(({ name, isDirectory }) => `${name}${isDirectory ? "/" : ""}`).sort();
  assert.deepEqual(named, there);
});
