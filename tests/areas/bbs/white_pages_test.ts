/** White Pages: whose word counts, and the lines of the network. */
import assert from "node:assert/strict";
import { decide, PROMOTE_S, type WhitePagesWord } from "../../../src/bbs/white_pages/decide.ts";
import { MOST_LINES, readWhitePageLines, writeWhitePageLine } from "../../../src/bbs/white_pages/lines.ts";
import type { WhitePage } from "../../../src/bbs/tables/white_page_store.ts";

const NOW = 1_780_000_000, DAY = 86_400;
const say = (source: WhitePagesWord["source"], home: string, at = NOW): WhitePagesWord => ({
  call: "OE1ABC",
  home,
  source,
  at,
});
const hear = (...words: WhitePagesWord[]): WhitePage =>
  words.reduce<WhitePage | undefined>((page, said) => decide(page, said, Math.max(NOW, said.at)), undefined)!;

Deno.test("the operator's word stands above the box's, above what somebody told, above guesses", () => {
  const order = ["operator", "box", "told", "guessed"] as const;
  for (const [i, strong] of order.entries()) {
    for (const weak of order.slice(i + 1)) {
      const kept = hear(say(strong, "A1AA", NOW - DAY), say(weak, "B2BB"));
      assert.deepEqual([kept.home, kept.source], ["A1AA", strong], `${weak} after ${strong}`);
      const replaced = hear(say(weak, "B2BB", NOW - DAY), say(strong, "A1AA"));
      assert.deepEqual([replaced.home, replaced.source], ["A1AA", strong], `${strong} after ${weak}`);
    }
  }
  // A weaker word for the same home confirms it; a stronger one counts though it is dated earlier.
  assert.equal(hear(say("box", "A1AA", NOW - DAY), say("told", "A1AA")).seenAt, NOW);
  assert.equal(hear(say("box", "A1AA", NOW - DAY), say("told", "B2BB")).seenAt, NOW - DAY);
  assert.equal(hear(say("told", "A1AA"), say("box", "B2BB", NOW - DAY)).home, "B2BB");
  // One's own earlier word is replaced, by hand and by the network.
  for (const word of ["operator", "box", "told"] as const) {
    assert.equal(hear(say(word, "A1AA", NOW - DAY), say(word, "B2BB")).home, "B2BB", word);
  }
  assert.deepEqual(
    hear(say("operator", "A1AA", NOW - DAY), say("box", "A1AA")),
    hear(say("operator", "A1AA", NOW - DAY)),
  );
});

Deno.test("of two tellings the later dated one counts, whichever arrives first; a future date counts as now", () => {
  assert.equal(hear(say("told", "NEW", NOW), say("told", "OLD", NOW - DAY)).home, "NEW");
  const future = decide(undefined, say("told", "A1AA", NOW + 10 * DAY), NOW);
  assert.deepEqual([future.toldAt, future.seenAt], [NOW, NOW]);
  assert.equal(decide(future, say("told", "B2BB", NOW), NOW).home, "B2BB");
});

Deno.test("a differing guess becomes the home after 40 days without another", () => {
  const home = say("guessed", "HOME", NOW);
  const away = (day: number) => say("guessed", "AWAY", NOW + day * DAY);
  assert.equal(hear(home, away(1), away(40)).home, "HOME");
  assert.equal(hear(home, away(1), away(41)).home, "AWAY");
  assert.equal(PROMOTE_S, 40 * DAY);
  // Heard at home, or somewhere else, in between: the count begins anew.
  assert.equal(hear(home, away(1), say("guessed", "HOME", NOW + 20 * DAY), away(41)).home, "HOME");
  assert.equal(hear(home, away(1), say("guessed", "THIRD", NOW + 20 * DAY), away(41)).home, "HOME");
  // The same for what was told; the operator's and the box's entry is not moved by guesses at all.
  const told = hear(say("told", "HOME"), away(1), away(41));
  assert.deepEqual([told.home, told.source], ["AWAY", "guessed"]);
  for (const word of ["operator", "box"] as const) {
    assert.equal(hear(say(word, "HOME"), away(1), away(41)).home, "HOME");
  }
  // A confirmation keeps an entry young.
  assert.equal(hear(home, say("guessed", "HOME", NOW + DAY)).seenAt, NOW + DAY);
  assert.equal(hear(say("box", "HOME"), say("guessed", "HOME", NOW + DAY)).seenAt, NOW + DAY);
});

Deno.test("records and questions of the network are read; what is neither is skipped", () => {
  const text = [
    "On 930123 FD1CDC/U @ F6FBB.FMLR.FRA.EU zip 31240 Claude Saint Jean",
    "  On 261231 OE1ABC/G @ OE1XBB.#OE1.AUT.EU zip ? ? ?  ",
    "On 260601 OE1XBB/I @ OE1XBB.#OE1.AUT.EU zip 1010 Box Wien",
    "dl1xyz ?",
    "OE1* ?",
    "On 261331 OE1ABC/G @ OE1XBB zip ? ? ?",
    "On 260601 NOCALL/G @ OE1XBB zip ? ? ?",
    "On 260601 OE1ABC/X @ OE1XBB zip ? ? ?",
    "On 260601 OE1ABC/U @ bad..address zip ? ? ?",
    "Hello!",
    "",
  ].join("\n");
  assert.deepEqual(readWhitePageLines(text), [
    {
      kind: "record",
      said: {
        call: "FD1CDC",
        home: "F6FBB.FMLR.FRA.EU",
        source: "told",
        at: Date.UTC(1993, 0, 23, 12) / 1000,
        zip: "31240",
        name: "Claude",
        town: "Saint Jean",
      },
    },
    {
      kind: "record",
      said: {
        call: "OE1ABC",
        home: "OE1XBB.#OE1.AUT.EU",
        source: "guessed",
        at: Date.UTC(2026, 11, 31, 12) / 1000,
      },
    },
    {
      kind: "record",
      said: {
        call: "OE1XBB",
        home: "OE1XBB.#OE1.AUT.EU",
        source: "guessed",
        at: Date.UTC(2026, 5, 1, 12) / 1000,
        zip: "1010",
        name: "Box",
        town: "Wien",
      },
    },
    { kind: "question", call: "DL1XYZ", prefix: false },
    { kind: "question", call: "OE1", prefix: true },
  ]);
  assert.equal(readWhitePageLines("OE1ABC ?\n".repeat(MOST_LINES + 10)).length, MOST_LINES);
});

Deno.test("an entry is written as a line that reads the same", () => {
  const page = {
    ...hear(say("told", "F6FBB.FMLR.FRA.EU")),
    zip: "31240",
    name: "Claude",
    town: "Saint Jean",
  };
  const [line] = readWhitePageLines(writeWhitePageLine(page));
  assert.ok(line?.kind === "record");
  const { at: _, ...said } = line.said;
  assert.deepEqual(said, {
    call: "OE1ABC",
    home: page.home,
    source: "told",
    zip: "31240",
    name: "Claude",
    town: "Saint Jean",
  });
  assert.match(
    writeWhitePageLine(hear(say("guessed", "F6FBB"))),
    /^On \d{6} OE1ABC\/G @ F6FBB zip \? \? \?$/,
  );
});
