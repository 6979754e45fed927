/** Visits on a packet circuit: lines that are written down, and what each side makes of them. */
import assert from "node:assert/strict";
import { toBase64Url, utf8 } from "../../src/base/mod.ts";
import {
  agree,
  type CircuitEffect,
  type CircuitSteps,
  encodeCaps,
  fitsVisit,
  MAX_PAYLOAD,
  PROFILES,
  pullCircuit,
  readCaps,
  serveCircuit,
  VHF,
} from "../../src/link/mod.ts";
import { readLine, writeAnswerLine, writeLine, writeVisitLine } from "../../src/link/circuit_lines.ts";
import { encodeCbor, type VisitAnswer, visitDigest } from "../../src/wire/mod.ts";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const hello = (can: readonly "visits"[] = ["visits"]) => writeLine("H", encodeCaps({ ...VHF, can }));
const visit = Uint8Array.of(0xa1, 1, 0x41, 7), other = Uint8Array.of(0xa1, 1, 0x41, 8);

type Line = Uint8Array | "silent";
/** One side against lines that are written down, closed behind the last. */
function run<T>(steps: CircuitSteps<T>, lines: Line[], hands: (effect: CircuitEffect) => unknown) {
  const said: string[] = [];
  let step = steps.next();
  while (!step.done) {
    const effect = step.value;
    if (effect.do === "send") said.push(text(effect.bytes).trimEnd());
    step = steps.next(effect.do === "read" ? lines.shift() : hands(effect));
  }
  return { said, end: step.value };
}

/** The called side; `seen`: what it handed to the gateway. */
function serve(lines: Line[], answer: VisitAnswer | undefined = "taken") {
  const seen: Uint8Array[] = [];
  const { said, end } = run(serveCircuit(VHF), lines, (effect) => {
    if (effect.do !== "visit") return undefined;
    seen.push(effect.bytes);
    return answer;
  });
  return { said, end, seen };
}

/** The dialling side with visits to hand on. */
function pull(lines: Line[], visits: Uint8Array[], caps: typeof VHF = VHF) {
  const left = [...visits], answered: string[] = [];
  const { said, end } = run(pullCircuit({ caps, cursors: {}, pages: 20 }), lines, (effect) => {
    if (effect.do === "outgoing") return left.shift();
    if (effect.do === "answered") answered.push(`${effect.digest} ${effect.answer}`);
    return undefined;
  });
  return { said, end, answered, sent: said.filter((line) => line.startsWith("SVCL1 V")), left };
}

const words = (line: string | undefined) => text(Buffer.from(line!.split(" ")[2]!, "base64"));

Deno.test("whoever does not say that it can do visits is never sent one, nor asked what waits", () => {
  const silent = (can: readonly "visits"[], own: typeof VHF = VHF) =>
    pull([hello(can), writeLine("E", utf8("no feeds"))], [visit], own);
  assert.deepEqual([silent([]).sent, silent([]).left], [[], [visit]]);
  assert.deepEqual(silent(["visits"], { ...VHF, can: [] }).sent, []);
  assert.equal(silent(["visits"]).sent.length, 1);
  assert.deepEqual(silent(["visits"], PROFILES.hf).sent, [], "nor on short wave");
  // As it was said before there was such a word, and as a later version may say more.
  const old = { ...VHF, can: [] };
  assert.equal(text(encodeCaps(old)).includes("can"), false);
  const more = encodeCbor(
    new Map<string, never>(Object.entries({ ...VHF, can: ["zoo", "visits", 1] }) as never),
  );
  assert.deepEqual(readCaps(encodeCaps(old))!.can, []);
  assert.deepEqual(readCaps(more)!.can, ["visits"]);
  assert.deepEqual(agree(VHF, VHF)!.can, ["visits"]);
});

Deno.test("a visit is answered by its digest, and the answer goes to the gateway", () => {
  const { said, seen, end } = serve([hello(), writeVisitLine(visit), writeVisitLine(visit)]);
  assert.deepEqual(seen, [visit, visit]);
  assert.deepEqual(said.slice(1), Array(2).fill(`SVCL1 A ${visitDigest(visit)} taken`));
  assert.deepEqual([end.how, end.visits], ["closed", 2]);
  for (const answer of ["waiting key", "refused too_old"] as const) {
    assert.equal(
      serve([hello(), writeVisitLine(visit)], answer).said[1],
      `SVCL1 A ${visitDigest(visit)} ${answer}`,
    );
    const { answered } = pull([hello(), writeAnswerLine(visit, answer)], [visit]);
    assert.deepEqual(answered, [`${visitDigest(visit)} ${answer}`]);
  }
  const busy = run(serveCircuit(VHF), [hello(), writeVisitLine(visit)], () => undefined);
  assert.equal(busy.said[1], `SVCL1 A ${visitDigest(visit)} refused later`);
  assert.equal(busy.end.visits, 0);
});

Deno.test("what is no visit's line ends the session in words, and reaches no gateway", () => {
  const long = utf8(`SVCL1 V ${"A".repeat(MAX_PAYLOAD + 4)}\r`);
  const huge = utf8(`SVCL1 V ${"A".repeat(20_000)}\r`);
  for (
    const [lines, reason] of [
      [[writeVisitLine(visit)], "request before capabilities"],
      [[hello([]), writeVisitLine(visit)], "visits were not agreed on"],
      [[hello(), long], "line not understood"],
      [[hello(), utf8("SVCL1 V \r")], "line not understood"],
      [[hello(), utf8("SVCL1 V\r")], "line not understood"],
      [[hello(), utf8("SVCL1 V not base64\r")], "line not understood"],
      [[hello(), utf8("SVCL1 V ab+/\r")], "line not understood"],
      [[hello(), utf8("SVCL1 V abcde\r")], "line not understood"],
      [[hello(), utf8("SVCL1 V abc=\r")], "line not understood"],
      [[hello(), utf8("SVCL1 A zz taken\r")], "line not understood"],
    ] as const
  ) {
    const { said, seen, end } = serve([...lines]);
    assert.deepEqual([words(said.at(-1)), end.how, seen], [reason, "refused", []], text(lines.at(-1)!));
  }
  // A line longer than any is dropped whole, and half a line is none.
  assert.deepEqual(serve([hello(), huge, writeVisitLine(visit)]).seen, [visit]);
  assert.deepEqual(serve([hello(), writeVisitLine(visit).subarray(0, 10)]).seen, []);
  // An answer that nobody waits for is passed over.
  assert.deepEqual(serve([hello(), writeAnswerLine(visit, "taken"), writeVisitLine(visit)]).seen, [visit]);
  assert.equal(fitsVisit(Math.floor(MAX_PAYLOAD * 3 / 4)), true);
  assert.equal(fitsVisit(Math.floor(MAX_PAYLOAD * 3 / 4) + 1), false);
  const most = new Uint8Array(Math.floor(MAX_PAYLOAD * 3 / 4)).fill(1);
  assert.deepEqual(serve([hello(), writeVisitLine(most)]).seen, [most]);
});

Deno.test("a flood in one session is put off unread, and hears that it may come again", () => {
  const flood = Array.from({ length: 80 }, (_, n) => writeVisitLine(Uint8Array.of(1, n)));
  const { said, seen, end } = serve([hello(), ...flood]);
  assert.deepEqual([seen.length, end.visits], [50, 50]);
  assert.equal(said.filter((line) => line.endsWith(" refused later")).length, 30);
  const endless = serve([hello(), ...Array.from({ length: 1200 }, () => writeVisitLine(visit))]);
  assert.deepEqual([words(endless.said.at(-1)), endless.end.how], ["too many requests", "refused"]);
});

Deno.test("only the answer to the visit that was sent last counts: no stranger's, none twice, none unreadable", () => {
  const both = pull([
    hello(),
    writeAnswerLine(other, "taken"),
    hello(),
    writeAnswerLine(visit, "waiting key"),
    writeAnswerLine(visit, "taken"),
    writeAnswerLine(other, "refused too_old"),
  ], [visit, other]);
  assert.deepEqual(both.answered, [
    `${visitDigest(visit)} waiting key`,
    `${visitDigest(other)} refused too_old`,
  ]);
  assert.equal(both.end.visits, 2);
  const name = visitDigest(visit);
  for (
    const answer of [
      `${name} TAKEN`,
      `${name} taken now`,
      `${name} waiting`,
      `${name} refused`,
      `${name} refused Too Old`,
      `${name} refused ${"x".repeat(60)}`,
      `${name.slice(1)} taken`,
      `${name.toUpperCase()} taken`,
      "taken",
    ]
  ) {
    assert.equal(readLine(`SVCL1 A ${answer}`), "broken", answer);
    const { answered, end } = pull([hello(), utf8(`SVCL1 A ${answer}\r`)], [visit]);
    assert.deepEqual([answered, end.how, end.words], [[], "refused", "line not understood"], answer);
  }
});

Deno.test("a visit goes three times into silence; a session that is lost before the answer leaves it to be sent", () => {
  const unheard = pull([hello(), "silent", "silent", "silent"], [visit, other]);
  assert.deepEqual([unheard.sent.length, unheard.end.how, unheard.answered], [3, "cut", []]);
  const lost = pull([hello()], [visit]);
  assert.deepEqual([lost.sent.length, lost.end.how, lost.answered], [1, "cut", []]);
  const late = pull([hello(), "silent", writeAnswerLine(visit, "taken")], [visit]);
  assert.deepEqual([late.sent.length, late.answered.length], [2, 1]);
  const told = pull([hello(), writeLine("E", utf8("visits were not agreed on"))], [visit]);
  assert.deepEqual([told.end.how, told.end.words], ["refused", "visits were not agreed on"]);
  const many = Array.from({ length: 30 }, (_, n) => Uint8Array.of(1, n));
  const session = pull([hello(), ...many.map((one) => writeAnswerLine(one, "taken"))], many);
  assert.deepEqual([session.sent.length, session.left.length], [20, 10], "the rest waits for the next");
  assert.deepEqual(
    session.sent,
    many.slice(0, 20).map((one) => `SVCL1 V ${toBase64Url(one)}`),
  );
});
