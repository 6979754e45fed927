/** Messages of the multicast DNS as bytes: read as others write them, and refused where they break a rule. */
import assert from "node:assert/strict";
import { decode, encode } from "dns-packet";
import { labelUnder, nameOf } from "../../src/mdns/names.ts";
import { LONGEST, readMessage, TYPE } from "../../src/mdns/read.ts";
import {
  announcement,
  askFor,
  hostRecords,
  plainAnswer,
  probeFor,
  serviceRecords,
} from "../../src/mdns/records.ts";

const SERVICE = {
  kind: "_svc._tcp",
  label: "club-example",
  port: 8787,
  text: ["id=club.example", "fp=0011223344556677", "path=/.well-known/svc"],
};
const HOST = hostRecords("club-example.local", ["10.0.0.1", "10.0.0.2"]);
const bytes = (packet: object): Uint8Array => Uint8Array.from(encode(packet));
const raw = (...parts: (number[] | string)[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => typeof part === "string" ? [...new TextEncoder().encode(part)] : part),
  );
const header = (
  ...counts: number[]
) => [0, 0, 0x84, 0, ...counts.flatMap((count) => [count >> 8, count & 255])];
const RECORD_TAIL = [0, 1, 0x80, 1, 0, 0, 0, 120, 0, 4, 10, 0, 0, 1];

Deno.test("what is written here is what dns-packet reads, and what it writes is read here", () => {
  const said = announcement(serviceRecords(SERVICE), HOST);
  const other = decode(Buffer.from(said)) as {
    answers: Record<string, unknown>[];
    additionals: { type: string }[];
  };
  assert.deepEqual(other.answers.map(({ type }) => type), ["PTR", "PTR", "SRV", "TXT", "NSEC"]);
  assert.deepEqual(other.answers[2]!.data, {
    priority: 0,
    weight: 0,
    port: 8787,
    target: "club-example.local",
  });
  assert.deepEqual(
    [0, 2].map((n) => other.answers[n]!.flush),
    [false, true],
    "what is ours alone replaces the old",
  );
  const read = readMessage(said)!;
  assert.deepEqual(read.answers[2], {
    name: "club-example._svc._tcp.local",
    type: TYPE.SRV,
    ttl: 120,
    data: { port: 8787, target: "club-example.local" },
  });
  assert.deepEqual(
    (read.answers[3]!.data as Uint8Array[]).map((text) => new TextDecoder().decode(text)),
    SERVICE.text,
  );
  assert.deepEqual(read.additionals.map(({ type, data }) => [type, data]), [
    [TYPE.A, "10.0.0.1"],
    [TYPE.A, "10.0.0.2"],
    [TYPE.NSEC, undefined],
  ]);
  assert.deepEqual(readMessage(askFor([{ name: "_svc._tcp.local", type: "PTR" }]))!.questions, [
    { name: "_svc._tcp.local", type: TYPE.PTR },
  ]);
  const probe = readMessage(probeFor("club-example.local", HOST))!;
  assert.deepEqual([probe.isAnswer, probe.questions[0]!.type, probe.authorities.length], [
    false,
    TYPE.ANY,
    2,
  ]);
  const plain = decode(Buffer.from(plainAnswer(7, [{ name: "club-example.local", type: 65 }], HOST))) as {
    id: number;
    questions: unknown[];
    answers: { ttl: number; flush: boolean }[];
  };
  assert.deepEqual([plain.id, plain.questions.length], [7, 1]);
  assert.deepEqual(plain.answers.map(({ ttl, flush }) => [ttl, flush]), [[10, false], [10, false]]);
});

Deno.test("names with dots and backslashes inside a label stay apart from labels, and case does not count", () => {
  assert.equal(nameOf(["My.Club\\1", "_SVC", "_tcp", "local"]), "my\\.club\\\\1._svc._tcp.local");
  assert.equal(labelUnder("my\\.club\\\\1._svc._tcp.local", "_svc._tcp.local"), "my.club\\1");
  assert.equal(labelUnder("a.b._svc._tcp.local", "_svc._tcp.local"), undefined, "two labels");
  assert.equal(
    labelUnder("a\\._svc._tcp.local", "_svc._tcp.local"),
    undefined,
    "the dot belongs to the label",
  );
  for (const none of ["_svc._tcp.local", "._svc._tcp.local", "a._http._tcp.local"]) {
    assert.equal(labelUnder(none, "_svc._tcp.local"), undefined);
  }
  const dotted = readMessage(raw(header(0, 1, 0, 0), [3], "a.b", [5], "LOCAL", [0], RECORD_TAIL))!;
  assert.equal(dotted.answers[0]!.name, "a\\.b.local");
});

Deno.test("jumps in names: to an earlier place, few of them, never to themselves", () => {
  const twice = raw(header(0, 2, 0, 0), [1], "a", [0], RECORD_TAIL, [0xc0, 12], RECORD_TAIL);
  assert.deepEqual(readMessage(twice)!.answers.map(({ name }) => name), ["a", "a"]);
  const broken: Record<string, Uint8Array> = {
    "to itself": raw(header(0, 1, 0, 0), [0xc0, 12], RECORD_TAIL),
    "forward": raw(header(0, 1, 0, 0), [0xc0, 14], [0], RECORD_TAIL),
    "around": raw(header(0, 1, 0, 0), [1], "a", [0xc0, 12], RECORD_TAIL),
    "into the header": raw(header(0, 1, 0, 0), [0xc0, 4], RECORD_TAIL),
    "cut off": raw(header(0, 1, 0, 0), [0xc0]),
    "a label of 64": raw(header(0, 1, 0, 0), [64], "x".repeat(64), [0], RECORD_TAIL),
    "a name of 256": raw(
      header(0, 1, 0, 0),
      ...Array(4).fill([[63], "x".repeat(63)]).flat(),
      [0],
      RECORD_TAIL,
    ),
  };
  for (const [why, message] of Object.entries(broken)) assert.equal(readMessage(message), undefined, why);
  // A staircase of jumps, each to the one before it: eight are followed, nine are not.
  const stairs = (steps: number): Uint8Array => {
    const first = raw([1], "a", [0], RECORD_TAIL);
    const rest = Array.from({ length: steps }, (_, n) => {
      const to = n === 0 ? 12 : 12 + first.length + (n - 1) * (2 + RECORD_TAIL.length);
      return [0xc0 | to >> 8, to & 255, ...RECORD_TAIL];
    });
    return raw(header(0, steps + 1, 0, 0), [...first], rest.flat());
  };
  assert.equal(readMessage(stairs(8))!.answers.length, 9);
  assert.equal(readMessage(stairs(9)), undefined);
});

Deno.test("a message is dropped whole: cut anywhere, too large, too many records, an error code, another opcode", () => {
  const said = announcement(serviceRecords(SERVICE), HOST);
  for (let length = 0; length < said.length; length++) {
    assert.equal(readMessage(said.subarray(0, length)), undefined, `cut at ${length}`);
  }
  const longer = (length: number) => {
    const padded = new Uint8Array(length);
    padded.set(said);
    return padded;
  };
  assert.ok(readMessage(longer(LONGEST)));
  assert.equal(readMessage(longer(LONGEST + 1)), undefined);
  const many = (count: number) =>
    raw(header(0, count, 0, 0), ...Array.from({ length: count }, () => [1, 97, 0, ...RECORD_TAIL]));
  assert.equal(readMessage(many(256))!.answers.length, 256);
  assert.equal(readMessage(many(257)), undefined);
  const asks = (count: number) =>
    bytes({ type: "query", questions: Array.from({ length: count }, () => ({ type: "A", name: "a" })) });
  assert.equal(readMessage(asks(64))!.questions.length, 64);
  assert.equal(readMessage(asks(65)), undefined);
  for (const [high, low] of [[0x84, 3], [0x8c, 0]]) {
    const other = Uint8Array.from(said);
    other[2] = high!;
    other[3] = low!;
    assert.equal(readMessage(other), undefined);
  }
});

Deno.test("a record's data ends where its length says: addresses of four bytes, names and texts to the end", () => {
  const record = (type: number, data: number[]) =>
    raw(header(0, 1, 0, 0), [1, 97, 0, 0, type, 0, 1, 0, 0, 0, 9, 0, data.length], data);
  assert.equal(readMessage(record(TYPE.A, [10, 0, 0, 1]))!.answers[0]!.data, "10.0.0.1");
  assert.equal(readMessage(record(TYPE.A, [10, 0, 0])), undefined);
  assert.equal(readMessage(record(TYPE.A, [10, 0, 0, 1, 1])), undefined);
  assert.equal(readMessage(record(TYPE.PTR, [1, 98, 0]))!.answers[0]!.data, "b");
  assert.equal(readMessage(record(TYPE.PTR, [1, 98, 0, 0])), undefined);
  assert.equal(readMessage(record(TYPE.SRV, [0, 0, 0, 0, 1, 2, 1, 98, 0, 0])), undefined);
  assert.equal((readMessage(record(TYPE.TXT, [1, 98, 0]))!.answers[0]!.data as unknown[]).length, 2);
  assert.equal(readMessage(record(TYPE.TXT, [3, 98])), undefined);
  assert.equal(readMessage(record(TYPE.AAAA, [1]))!.answers[0]!.data, undefined, "not used here");
  const chaos = record(TYPE.A, [10, 0, 0, 1]);
  chaos[18] = 3;
  assert.deepEqual(readMessage(chaos)!.answers, [], "another class concerns nobody here");
});

Deno.test("mutated messages neither throw nor say what dns-packet does not", () => {
  const count = Number(Deno.env.get("FUZZ_MDNS") ?? 20_000);
  const seeds = [announcement(serviceRecords(SERVICE), HOST), probeFor("club-example.local", HOST)];
  let state = Number(Deno.env.get("FUZZ_SEED") ?? 1);
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  let read = 0;
  for (let n = 0; n < count; n++) {
    const mutated = Uint8Array.from(seeds[n % 2]!);
    for (let changes = 1 + next(4); changes > 0; changes--) mutated[next(mutated.length)] = next(256);
    const message = readMessage(mutated);
    if (!message) continue;
    read++;
    let other: { answers: unknown[]; questions: unknown[] };
    try {
      other = decode(Buffer.from(mutated)) as typeof other;
    } catch {
      continue; // at a record that is passed over here
    }
    assert.ok(
      message.answers.length <= other.answers.length && message.questions.length <= other.questions.length,
    );
  }
  assert.ok(read > count / 10, `${read} of ${count} were still messages`);
});
