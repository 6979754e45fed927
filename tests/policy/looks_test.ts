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
  const sheets = files("src/client/", ".css").filter(({ path }) =>
    !/\/tokens(_contrast|_map)?\.css$/.test(path)
  );
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

/** A length of a sheet's own; letters' own widths, and millimetres of paper, are none. */
const LENGTH = /[\d.]+(rem|px)\b/;
/** What a shadow may be: one of a height, an edge within, a halo or a pulse; each in the colours of the look. */
const SHADOW =
  /^(none|var\(--shade-\d\)|inset \d+px 0 var\(--[\w-]+\)|0 0 (0|3px)( 0| 0\.6em)? (var\(--[\w-]+\)|transparent)(, 0 0 3px var\(--[\w-]+\))?)$/;
Deno.test("distances and shadows are tokens, or as large as the letters beside them", () => {
  const own = new Map<string, string[]>();
  for (const { path, text } of files("src/client/", ".css")) {
    if (/\/tokens(_contrast|_map)?\.css$/.test(path)) continue;
    const css = text.replace(/\/\*[\s\S]*?\*\//g, ""), sheet = path.slice(path.lastIndexOf("/") + 1);
    for (const [, name, given] of css.matchAll(/^\s*([\w-]+):\s*([^;{}]+);/gm)) {
      const value = given!.trim().replace(/\s+/g, " ");
      const isSpace = /^(margin|padding|gap|row-gap|column-gap)(-|$)/.test(name!);
      const isOwn = isSpace ? LENGTH.test(value) : /-shadow$/.test(name!) && !SHADOW.test(value);
      if (isOwn) own.set(sheet, [...own.get(sheet) ?? [], `${name}: ${value}`]);
    }
  }
  assert.deepEqual([...own], [], "use a token of tokens.css");
});
