/**
 * No regular expression of `src/` takes a time that grows faster than the text it is given: whatever reaches one from
 * outside may have been written to make it look back (a name of 250,000 signs blocked everybody for 23 seconds once).
 * Bounded quantifiers bound the time; one without a bound is held against a checker that follows every way back.
 */
import assert from "node:assert/strict";
import { isSafe } from "redos-detector";
import ts from "typescript";
import { files } from "./source_files.ts";

/** Patterns that the checker cannot follow, or that meet nothing but the program's own text; each with the reason. */
const KNOWN: Record<string, string> = {
  "src/db/migrate.ts": "reads the program's own migrations",
  "src/db/sql.ts": "reads the program's own statements",
};

interface Pattern {
  at: string;
  source: string;
  flags: string;
}

function patternsOf(path: string, text: string): Pattern[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) {
      const literal = node.getText();
      const end = literal.lastIndexOf("/");
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      found.push({
        at: `${path}:${line + 1} ${literal}`,
        source: literal.slice(1, end),
        flags: literal.slice(end + 1),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Whether every quantifier has an upper bound and none stands within another's group: then the time has one too. */
function isBounded(source: string): boolean {
  const plain = source.replace(/\\./g, "a").replace(/\[[^\]]*\]/g, "a");
  if (/[*+]|\{\d+,\}/.test(plain)) return false;
  // Groups from the inside out: one that holds a repetition may not be repeated itself.
  let text = plain;
  for (;;) {
    const group = /\((?:\?(?:[:=!]|<[=!]|<\w+>))?([^()]*)\)(\{\d+(?:,\d+)?\})?/.exec(text);
    if (!group) return true;
    const repeats = /\{\d/.test(group[1]!);
    if (repeats && group[2] !== undefined) return false;
    text = text.slice(0, group.index) + (repeats ? "a{2}" : "a") + text.slice(group.index + group[0].length);
  }
}

/** Whether the time can grow faster than the text, as far as the checker sees. */
const looksBack = ({ source, flags }: Pattern): boolean =>
  !isSafe(new RegExp(source, flags), { maxScore: 300, timeout: 20_000 }).safe;

Deno.test("the check itself finds what blocked the server once, and lets bounded patterns be", () => {
  const bad = [
    /^bytes=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i,
    /\s+$/,
    /<[^>]*>/,
    /^(a+)+$/,
    /^[A-Z0-9]*\$?[A-Z0-9]*$/,
  ];
  for (const { source, flags } of bad) {
    assert.ok(!isBounded(source) && looksBack({ at: "", source, flags }), source);
  }
  assert.ok(!isBounded("^(a{1,9}){1,50}$"), "repetitions of repetitions are looked at");
  for (const { source } of [/^\d{1,5}$/, /[+*]{2}\{3,\}/, /(ab?){3}c?/, /^([a-z]{2})-(\d{1,4})$/]) {
    assert.ok(isBounded(source), source);
  }
});

Deno.test("no regular expression of src/ looks back without end", () => {
  const judged = new Map<string, boolean>();
  const found = files("src/").concat(files("src/", ".tsx")).flatMap(({ path, text }) =>
    patternsOf(path, text)
  );
  assert.ok(found.length > 300, "the patterns are not found");
  const bad = found.filter((pattern) => {
    const literal = `/${pattern.source}/${pattern.flags}`;
    if (KNOWN[pattern.at.split(":", 1)[0]!] !== undefined || isBounded(pattern.source)) return false;
    if (!judged.has(literal)) judged.set(literal, looksBack(pattern));
    return judged.get(literal);
  });
  assert.deepEqual(bad.map(({ at }) => at), []);
});
