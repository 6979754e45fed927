/** Words: every page has those that it says, in one language alone, and speaks another as soon as it is chosen. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { FILES } from "../../dist/app/files.ts";
import { NAMES } from "../../dist/app/names.ts";
import graph from "../../dist/app/graph.json" with { type: "json" };
import builtWords from "../../dist/app/words.json" with { type: "json" };
import { ALL_WORDS, type Words } from "../../src/words/all_words.ts";
import { once } from "../../src/client/ui/words/once.ts";
import type { Piece } from "../../tools/app/graph.ts";
import { keysIn } from "../../tools/app/keys.ts";
import { isKept } from "../../tools/app/refusals.ts";
import { areaOf, type AreaWords, SHELL, wordsOf } from "../../tools/app/words.ts";
import { chromiumThere, HOW_TO_GET_CHROMIUM } from "../kit/browser.ts";
import { inField, type Phone } from "../kit/phone.ts";
import { missing } from "../kit/test_data.ts";
import { files } from "../policy/source_files.ts";

const pieces = graph as Record<string, Piece>;
const words = builtWords as Record<string, Record<string, string>>;

const textOf = (path: string): string =>
  new TextDecoder().decode(
    gunzipSync(Buffer.from((FILES as Record<string, { gz: string }>)[path]!.gz, "base64")),
  );

/** Texts of the app's sources by path. */
const sources = new Map(
  [...files("src/client/"), ...files("src/client/", ".tsx")].map(({ path, text }) => [path, text]),
);
/** A source with all that it brings with it, as its import lines say. */
function brought(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path) || !sources.has(path)) return seen;
  seen.add(path);
  for (
    const [, type, to] of sources.get(path)!.matchAll(
      /^(?:import|export) (type )?[^;"(]*?(?:from )?"(\.[^"]+)"/gm,
    )
  ) {
    if (!type) brought(join(path, "..", to!), seen);
  }
  return seen;
}

/** Every key of a sentence but those of refusals, in any language. */
const everyKey = [...new Set(Object.values(ALL_WORDS).flatMap(Object.keys))].filter((key) =>
  !key.startsWith("reason.")
);
/** Keys that a source names, and those that it may make; read once: every page brings most of them, in each language. */
const read = new Map<string, { whole: string[]; made: string[] }>();
function saidIn(path: string): { whole: string[]; made: string[] } {
  const known = read.get(path);
  if (known) return known;
  const { whole, made } = keysIn(path, sources.get(path)!);
  const said = {
    whole: everyKey.filter((key) => whole.includes(key)),
    made: everyKey.filter((key) => made.some((form) => form.test(key))),
  };
  read.set(path, said);
  return said;
}

Deno.test("no script meets a sentence that its words' files do not bring, in any language", () => {
  const entries = Object.values(pieces).flatMap(({ entry }) => entry && areaOf(entry) ? [entry] : []);
  assert.ok(entries.length > 50, entries.join());
  for (const code of Object.keys(ALL_WORDS)) {
    for (const entry of entries) {
      const dictionary = ALL_WORDS[code]!;
      const here = (area: string): AreaWords =>
        JSON.parse(textOf(words[area]![code]!).replace(/^export default /, ""));
      const has = [SHELL, ...wordsOf(areaOf(entry)!, Object.keys(words), entry)].map(here);
      const said = new Set(
        has.flatMap((one) => [...one.said, ...Object.values(one.named)]).map((one) => JSON.stringify(one)),
      );
      const named = new Set(has.flatMap((one) => Object.keys(one.named)));
      for (const source of brought(entry)) {
        const { whole, made } = saidIn(source);
        for (const key of whole) {
          if (key in dictionary) {
            assert.ok(said.has(JSON.stringify(dictionary[key])), `${entry} lacks ${key} (${code})`);
          }
        }
        for (const key of made) {
          if (key in dictionary) assert.ok(named.has(key), `${entry} lacks ${key} (${code})`);
        }
      }
    }
  }
});

Deno.test("no sentence with a blank is said without what fills it", () => {
  const blank = (sentence: Words[string]) => /\{\w+\}/.test(JSON.stringify(sentence));
  const bare = (text: string) =>
    [...text.matchAll(/\b(?:say|tell)\(\s*"([^"]+)",?\s*\)/g)].map(([, key]) => key!);
  let said = 0;
  for (const [path, text] of sources) {
    for (const key of bare(text)) {
      for (const [code, dictionary] of Object.entries(ALL_WORDS)) {
        const sentence = dictionary[key];
        if (sentence === undefined) continue;
        said++;
        assert.ok(!blank(sentence), `${path} says ${key} (${code}) without its values`);
      }
    }
  }
  assert.ok(said > 1000, String(said));
});

Deno.test("whatever loads a script waits for the words of its area", () => {
  let waits = 0;
  for (const [path, { later }] of Object.entries(pieces)) {
    for (const script of later) {
      const entry = pieces[script]!.entry!;
      const needs = wordsOf(areaOf(entry) ?? SHELL, Object.keys(words), entry);
      if (needs.length === 0) continue;
      const text = textOf(path), at = text.indexOf(`import(".${script.slice("/assets".length)}")`);
      assert.ok(
        at > 0 && text.slice(0, at).endsWith(`(${JSON.stringify(needs)},`),
        `${path} loads ${script}`,
      );
      waits++;
    }
  }
  assert.ok(waits > 50, String(waits));
});

Deno.test("words are kept in one language: that of the worker's address", () => {
  const list = textOf(NAMES.kept);
  // The worker's list names each file once, with its digest; words are told by their places among them.
  const files = [...list.matchAll(/"(\/assets\/[^"]+)":"/g)].map(([, path]) => path);
  const wanted = Object.keys(words).filter(isKept);
  for (const none of ["admin", "shack", "refused_federation"]) {
    assert.ok(none in words && !wanted.includes(none), none);
  }
  assert.ok(wanted.length > 12 && wanted.includes("refused_caches"));
  for (const code of Object.keys(ALL_WORDS)) {
    const kept: number[] = JSON.parse(new RegExp(`"${code}":(\\[[^\\]]*\\])`).exec(list)![1]!);
    assert.deepEqual(kept.map((at) => files[at]).sort(), wanted.map((area) => words[area]![code]!).sort());
  }
});

Deno.test("words are loaded once; whoever asks while a try is failing gets the next one's, all the same one's", async () => {
  const tries: PromiseWithResolvers<void>[] = [];
  const learn = once((
    _area: string,
    _code: string,
  ) => (tries.push(Promise.withResolvers()), tries.at(-1)!.promise));
  const first = learn("app", "de"), later = [learn("app", "de"), learn("app", "de")];
  tries[0]!.reject(new Error("no connection"));
  await assert.rejects(first, /no connection/);
  await new Promise((done) => setTimeout(done));
  tries[1]!.resolve();
  await Promise.all([...later, learn("app", "de")]);
  assert.equal(tries.length, 2);
  // A try that fails for them too is over: nobody tries for ever.
  const none = [learn("live", "de"), learn("live", "de")];
  const said = none.map((one) => one.then(() => "here", () => "gone"));
  tries[2]!.reject(new Error("no connection"));
  await new Promise((done) => setTimeout(done));
  tries[3]!.reject(new Error("no connection"));
  assert.deepEqual(await Promise.all(said), ["gone", "gone"]);
  void learn("live", "de");
  assert.equal(tries.length, 5);
});

/** Areas whose words are kept on a phone. */
const keptAreas = Object.keys(words).filter(isKept);
/** Whether the phone keeps every word of a language. */
const keeps = (code: string) =>
  `Promise.all(${
    JSON.stringify(keptAreas.map((area) => words[area]![code]))
  }.map((path) => caches.match(path)))
     .then((found) => found.every(Boolean))`;
const choose = (phone: Phone, code: string) =>
  phone.tab.evaluate(`(() => {
    const it = document.querySelector("#language");
    it.value = ${JSON.stringify(code)};
    it.dispatchEvent(new Event("change", { bubbles: true }));
  })()`);

Deno.test({
  name:
    "a language is chosen without a reload, kept for when there is no signal, and one that is not here is waited for",
  ignore: missing("Chromium", chromiumThere(), HOW_TO_GET_CHROMIUM),
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    inField(async (field) => {
      const phone = await field.phone();
      await phone.open("/me");
      await phone.tab.until(`document.querySelector("#language") !== null`);
      await phone.ready();
      await phone.comes(keeps("en"));
      const german =
        `performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => /-de-/.test(name))`;
      assert.deepEqual(await phone.tab.evaluate(german), [], "an English phone fetches no German");
      await phone.tab.evaluate("void (globalThis.sameDocument = true)");

      await field.unplug();
      await choose(phone, "de");
      await phone.sees("Look");
      await phone.tab.until(`localStorage.getItem("language") === "de"`);
      // Asked for, and not answered: entries end when their request has.
      await phone.tab.until(`${german}.length > 0`);
      assert.equal(await phone.tab.evaluate("document.documentElement.lang"), "en", "German is not here");

      field.plugIn();
      await phone.tab.evaluate(`dispatchEvent(new Event("online"))`);
      await phone.sees("Sprache");
      assert.equal(await phone.tab.evaluate("document.documentElement.lang"), "de");
      await phone.comes(keeps("de"));
      assert.equal(
        await phone.tab.evaluate("globalThis.sameDocument"),
        true,
        "the page was not loaded again",
      );

      // Pages that were never opened speak it with no signal, and what was kept first is still there to go back to.
      await field.unplug();
      await phone.open("/packs");
      await phone.sees("Ein Paket bringt");
      await phone.open("/me");
      await phone.tab.until(`document.querySelector("#language") !== null`);
      await choose(phone, "en");
      await phone.sees("Language");
      field.plugIn();
    }),
});
