/** Colours, sizes of letters, faces, corners and shadows are tokens: pages use them and have none of their own. */
import assert from "node:assert/strict";
import { files } from "./source_files.ts";

/** What each property may be, beside tokens. */
const OWN: Readonly<Record<string, RegExp>> = {
  "font-size": /^(var\(--(t|d)-\w+\)|var\(--smaller\)|min\(var\(--t-\w+\), \d+vw\)|inherit|\d(\.\d+)?em)$/,
  "font-family": /^(var\(--(font|mono)\)|inherit)$/,
  "font":
    /^(inherit|(\d+ )?(var\(--[\w-]+\)|\d(\.\d+)?r?em) ?\/ ?[\d.]+(rem)? var\(--(font|mono)\)|var\(--t-\w+\) var\(--mono\)|(\d+ )?(var\(--[\w-]+\)|[\d.]+r?em)\/[\d.]+ var\(--(font|mono)\))$/,
  "border-radius": /^(0|50%|(var\(--(r\d|pill)\)|0)( (var\(--(r\d|pill)\)|0))*)$/,
  "z-index": /^(var\(--over\)|calc\(var\(--over\) \+ \d\))$/,
};

Deno.test("no stylesheet has a colour, a size of letters, a face or a corner of its own: they are tokens", () => {
  const sheets = files("src/client/", ".css").filter(({ path }) => !/\/tokens(_contrast)?\.css$/.test(path));
  assert.ok(sheets.length > 20, "the sheets of the app");
  const own: string[] = [];
  for (const { path, text } of sheets) {
    const css = text.replace(/\/\*[\s\S]*?\*\//g, "");
    for (const [, colour] of css.matchAll(/:[^;{}]*?(#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\()/gi)) {
      own.push(`${path}: ${colour}`);
    }
    for (const [, name, value] of css.matchAll(/^\s*([\w-]+):\s*([^;{}]+);/gm)) {
      const may = OWN[name!];
      if (may && !may.test(value!.trim())) own.push(`${path}: ${name}: ${value}`);
    }
  }
  assert.deepEqual(own, [], "use a token of tokens.css");
});

Deno.test("a button is drawn by the parts alone", () => {
  for (const { path, text } of files("src/client/", ".tsx")) {
    if (/client\/ui\/(parts|look\/\w+)\.tsx$/.test(path)) continue;
    assert.doesNotMatch(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ""), /<button\b/, `${path}: use Button`);
  }
});
