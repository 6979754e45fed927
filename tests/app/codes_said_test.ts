/** Codes in answers are drawn as words: each code of these lists has its sentence in English and German. */
import assert from "node:assert/strict";
import { sayArea, sayLink } from "../../src/client/admin/mail/link_words.ts";
import { WAYS } from "../../src/client/phone/known/heard.ts";
import { LOCKS, sayLock, sayState, STATES } from "../../src/client/shack/boxes/box_words.ts";
import { PORTS, sayPort } from "../../src/client/shack/node/port_words.ts";
import { DRIVERS } from "../../src/box/mod.ts";
import { files } from "../policy/source_files.ts";
import { language, languageOf, LANGUAGES, say } from "../../src/client/ui/say.ts";

/** What the gateway takes as the link of a partner and of a rule. */
const LINKS = [
  ...Deno.readTextFileSync("src/bbs/routes/partners.ts").matchAll(
    /(?:proto|transport): z\.enum\(\[(.*)\]\)/g,
  ),
].flatMap(([, list]) => [...list!.matchAll(/"([^"]+)"/g)].map(([, code]) => code!));

/** The ports of what is taken in without one, by the way that it came. */
const BY_WAY = [...Deno.readTextFileSync("src/ingest/intake/items.ts").matchAll(/DEFAULT_PORT.* = \{(.*)\}/g)]
  .flatMap(([, table]) => [...table!.matchAll(/: "([^"]+)"/g)].map(([, port]) => port!));

/** The parts of the program that write into the log by a name of their own. */
const AREAS = [
  "house",
  "meta",
  ...files("src/").flatMap(({ text }) =>
    [...text.matchAll(/\.getChild\("([a-z]+)"\)/g)].map(([, area]) => area!)
  ),
];

Deno.test("no code of a box's connection or lock, of a mail link or of a way a station is heard is drawn as it is", () => {
  assert.ok(AREAS.includes("http") && AREAS.includes("jobs"), AREAS.join());
  const ports = [...PORTS, ...DRIVERS.map(({ port }) => port), ...BY_WAY, "7", ""];
  assert.ok(BY_WAY.includes("app") && BY_WAY.length === 4, BY_WAY.join());
  assert.ok(LINKS.includes("axip") && LINKS.includes("ip-fed"), LINKS.join());
  const before = language.peek(), drawn = new Map<string, string[]>();
  try {
    for (const one of LANGUAGES) {
      language.value = languageOf(one);
      const said: [string, string][] = [
        ...STATES.map((code): [string, string] => [code, sayState(code)]),
        ...LOCKS.map((code): [string, string] => [code, sayLock(code)]),
        ...LINKS.map((code): [string, string] => [code, sayLink(code)]),
        ...AREAS.map((code): [string, string] => [`part ${code}`, sayArea(code)]),
        ...ports.map((code): [string, string] => [`port ${code}`, sayPort(code)]),
        ...WAYS.map((code): [string, string] => [code, say(`live.way.${code}`)]),
      ];
      for (const [code, words] of said) {
        assert.ok(words.length > 2 && !/[_.]/.test(words), `${one}: ${code} is drawn as ${words}`);
        const bare = code.replace(/^(part|port) /, "");
        if (bare !== code) assert.notEqual(words, bare, `${one}: ${code}`);
        if (/[-_]/.test(code)) assert.notEqual(words, code, one);
      }
      drawn.set(one, said.map(([, words]) => words));
    }
  } finally {
    language.value = before;
  }
  // Each language says it in its own words.
  assert.notDeepEqual(drawn.get("de"), drawn.get("en"));
  // What a later gateway names stays as it is.
  assert.deepEqual([sayState("later"), sayLock("later"), sayLink("la-ter")], ["later", "later", "la-ter"]);
  assert.deepEqual([sayArea("later"), sayPort("club TNC")], ["later", "club TNC"]);
});

Deno.test("pages draw these codes with the words for them", () => {
  const drawnBy = {
    "src/client/admin/receivers/receiver_page.tsx": ["sayState(state)", "locks.map(sayLock)"],
    "src/client/admin/overview/last_hour.tsx": "sayPort(port)",
    "src/client/admin/system/events.tsx": "sayArea(one.area)",
    "src/client/admin/mail/rules.tsx": "sayLink(transport)",
    "src/client/shack/node/node_page.tsx": "sayPort(node.port)",
    "src/client/shack/node/ports_page.tsx": "sayPort(port)",
    "src/client/admin/mail/partner_form.tsx": "words={sayLink}",
  };
  for (const [path, calls] of Object.entries(drawnBy)) {
    const text = Deno.readTextFileSync(path);
    for (const call of [calls].flat()) assert.ok(text.includes(call), `${path} draws a code`);
  }
});
