/** Names are nouns of the field. What is called by what was done to it is counted, and no more of it comes. */
import assert from "node:assert/strict";
import ts from "typescript";
import { files } from "./source_files.ts";

/** How many variables and parameters of `src/` are still called so. A number here only falls: take it down with what you rename. */
const MOST: Readonly<Record<string, number>> = {
  asked: 120,
  kept: 104,
  known: 179,
  said: 118,
  shown: 97,
  told: 119,
};
/** Files are called by what they hold. */
const NO_NAMES = /\/(?:asked|beside|said)\.tsx?$/;

function countedIn(path: string, text: string): string[] {
  const found: string[] = [];
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const visit = (node: ts.Node): void => {
    const isBound = ts.isVariableDeclaration(node) || ts.isParameter(node) ||
      ts.isBindingElement(node) && node.propertyName !== undefined;
    if (isBound && ts.isIdentifier(node.name) && node.name.text in MOST) found.push(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind));
  return found;
}

const source = [...files("src/"), ...files("src/", ".tsx")];

Deno.test("no more variables are called by what was done to them", () => {
  assert.deepEqual(
    countedIn(
      "x.ts",
      "const known = 1; function a(told, { asked, b: kept }) { for (const said of told) {} } shown();",
    ),
    ["known", "told", "kept", "said"],
  );
  const words = new RegExp(`\\b(?:${Object.keys(MOST).join("|")})\\b`);
  const counts: Record<string, number> = Object.fromEntries(Object.keys(MOST).map((name) => [name, 0]));
  for (const { path, text } of source) {
    if (words.test(text)) { for (const name of countedIn(path, text)) counts[name]!++; }
  }
  const more = Object.keys(MOST).filter((name) => counts[name]! > MOST[name]!);
  assert.deepEqual(more.map((name) => `${name}: ${counts[name]} of ${MOST[name]}`), []);
});

Deno.test("a file is called by what it holds", () => {
  assert.deepEqual(source.map(({ path }) => path).filter((path) => NO_NAMES.test(path)), []);
});
