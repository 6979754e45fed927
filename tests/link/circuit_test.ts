/** Packet circuits: two sides over a line that is slow, talks, loses lines, says them twice and dies. */
import assert from "node:assert/strict";
import { concat, sha256Hex, utf8 } from "../../src/base/mod.ts";
import {
  agree,
  type Caps,
  type CircuitEffect,
  type CircuitSteps,
  type Cursor,
  dialPlan,
  driveCircuit,
  encodeAsk,
  encodeCaps,
  feedsOf,
  fitsLine,
  MAX_LINE,
  MAX_PAYLOAD,
  type OpenLine,
  packPage,
  pullCircuit,
  type Pulled,
  readAsk,
  readCaps,
  serveCircuit,
  type Served,
  unpackPage,
  VHF,
} from "../../src/link/mod.ts";
import { LineSplitter, readLine, wordsOf, writeError, writeLine } from "../../src/link/circuit_lines.ts";
import {
  DEFLATE_DICT1,
  DEFLATE_DICT1_FINGERPRINT,
  encodeCbor,
  readFrame,
  readPage,
  RECORD_KINDS,
  type RecordKind,
} from "../../src/wire/mod.ts";
import { seeded } from "../wire/test_data.ts";
import { pageOf, recordsOf, type Stored } from "./records.ts";

type Feeds = Partial<Record<RecordKind, Stored[]>>;
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** What the dialling side keeps between sessions. */
class Mirror {
  cursors: Partial<Record<RecordKind, Cursor>> = {};
  /** Frames in the order in which they came. */
  readonly frames: Uint8Array[] = [];
  deliver({ feed, page }: Extract<CircuitEffect, { do: "deliver" }>): Cursor {
    const read = readPage(page);
    assert.ok(read.ok);
    this.frames.push(...read.page.frames);
    const last = readFrame(read.page.frames.at(-1)!);
    assert.ok(last.ok);
    return this.cursors[feed] = { since: last.frame.v };
  }
}

interface Fate {
  /** Bytes after which the line dies. */
  cutAfter?: number;
  /** Share of lines that are lost, and that come twice. */
  lost?: number;
  twice?: number;
  /** What a node says between. */
  chatter?: string;
}

interface Run {
  pulled: Pulled;
  served: Served;
  bytes: number;
}

/** Runs both sides against each other. Time stands still; a side that waits alone is told that the line is silent. */
function circuit(
  feeds: Feeds,
  mirror: Mirror,
  draw: () => number,
  fate: Fate = {},
  caps: [Caps, Caps] = [VHF, VHF],
  budget = 20,
): Run {
  const sides: [CircuitSteps<Served>, CircuitSteps<Pulled>] = [
    serveCircuit(caps[0]),
    pullCircuit({ caps: caps[1], cursors: mirror.cursors, pages: budget }),
  ];
  const inbound: [Uint8Array, Uint8Array] = [utf8(fate.chatter ?? ""), utf8(fate.chatter ?? "")];
  const results: IteratorResult<CircuitEffect, Served | Pulled>[] = [sides[0].next(), sides[1].next()];
  let bytes = 0, dead = false, silences = 0;
  const send = (to: 0 | 1, line: Uint8Array) => {
    const copies = draw() < (fate.lost ?? 0) ? 0 : draw() < (fate.twice ?? 0) ? 2 : 1;
    for (let n = 0; n < copies && !dead; n++) {
      const sent = line.subarray(0, Math.max(0, (fate.cutAfter ?? Infinity) - bytes));
      bytes += sent.length;
      inbound[to] = concat(inbound[to], sent);
      dead = sent.length < line.length;
    }
  };
  const step = (i: 0 | 1): boolean => {
    const result = results[i]!, other = i === 0 ? 1 : 0;
    if (result.done) return false;
    const effect = result.value;
    let answer: unknown;
    if (effect.do === "send") send(other, effect.bytes);
    else if (effect.do === "page") {
      answer = feeds[effect.ask.type] && pageOf(feeds[effect.ask.type]!, effect.ask);
    } else if (effect.do === "deliver") answer = mirror.deliver(effect);
    else if (effect.do === "outgoing") answer = undefined;
    else if (inbound[i].length === 0) {
      if (!dead && !results[other]!.done) return false;
    } else {
      const length = 1 + Math.floor(draw() * inbound[i].length);
      answer = inbound[i].subarray(0, length);
      inbound[i] = inbound[i].subarray(length);
    }
    results[i] = sides[i].next(answer);
    return true;
  };
  while (!results[0]!.done || !results[1]!.done) {
    if (step(0) || step(1)) continue;
    // Both wait: the dialling side's patience is the shorter one.
    assert.ok(++silences < 200, "endless");
    results[1] = results[1]!.done ? results[1]! : sides[1].next("silent");
  }
  return { served: results[0]!.value as Served, pulled: results[1]!.value as Pulled, bytes };
}

const some = (draw: () => number, count: number): Feeds =>
  Object.fromEntries(RECORD_KINDS.map((kind) => [kind, recordsOf(kind, count, draw)]));
const allOf = (feeds: Feeds) => RECORD_KINDS.flatMap((kind) => (feeds[kind] ?? []).map(({ frame }) => frame));

Deno.test("a circuit brings every feed in the order of a pull, and nothing the second time", () => {
  const draw = seeded(1), feeds = some(draw, 30), mirror = new Mirror();
  const { pulled, served } = circuit(feeds, mirror, draw, {
    chatter: "Welcome to N0NODE\r\n*** Connected to SVC\r",
  });
  assert.deepEqual(mirror.frames, allOf(feeds));
  assert.deepEqual([pulled.how, pulled.frames, pulled.pages, served.how], ["done", 180, 12, "closed"]);
  const again = circuit(feeds, mirror, draw);
  assert.deepEqual([again.pulled.how, again.pulled.frames], ["done", 0]);
  feeds.cache!.push(...recordsOf("cache", 2, draw, 31));
  assert.equal(circuit(feeds, mirror, draw).pulled.frames, 2);
  assert.deepEqual(mirror.cursors, circuit(feeds, mirror, draw).pulled.cursors);
});

Deno.test("a hundred new records take three quarters of their frames' bytes on the line, or less", () => {
  const draw = seeded(2);
  const feeds = {
    cache: recordsOf("cache", 55, draw),
    find: recordsOf("find", 40, draw),
    tombstone: recordsOf("tombstone", 5, draw),
    key: [],
    bulletin: [],
    "account-move": [],
  };
  const frames = allOf(feeds).reduce((sum, { length }) => sum + length, 0);
  const { bytes, pulled } = circuit(feeds, new Mirror(), draw);
  assert.equal(pulled.frames, 100);
  assert.ok(bytes <= 0.75 * frames, `${bytes} bytes for ${frames}: ${(bytes / frames).toFixed(3)}`);
});

Deno.test("lines that are lost or come twice make no record come twice, and none is missed", () => {
  const seeds = Number(Deno.env.get("LINK_SEEDS") ?? 60);
  for (let seed = 1; seed <= seeds; seed++) {
    const draw = seeded(seed), feeds = some(draw, Math.floor(draw() * 40)), mirror = new Mirror();
    for (let n = 0;; n++) {
      assert.ok(n < 40, `${seed}: never complete`);
      const calm = n > 20;
      const { pulled } = circuit(feeds, mirror, draw, calm ? {} : { lost: 0.05, twice: 0.05 });
      if (calm && pulled.how === "done") break;
    }
    const keys = mirror.frames.map(sha256Hex);
    assert.equal(new Set(keys).size, keys.length, `${seed}: a record came twice`);
    assert.deepEqual(new Set(keys), new Set(allOf(feeds).map(sha256Hex)), `${seed}: a record is missing`);
  }
});

Deno.test("a line that dies at any byte is resumed with no record twice", () => {
  const draw = seeded(4), feeds = some(draw, 12);
  const whole = circuit(feeds, new Mirror(), draw).bytes;
  for (let n = 0; n < 200; n++) {
    const mirror = new Mirror();
    let sessions = 0;
    while (circuit(feeds, mirror, draw, { cutAfter: Math.floor(draw() * whole) }).pulled.how !== "done") {
      assert.ok(sessions++ < 100, "never complete");
    }
    assert.deepEqual(mirror.frames, allOf(feeds));
  }
});

Deno.test("pages are bounded by the session's budget and by the line", () => {
  const draw = seeded(5),
    feeds = { ...some(draw, 0), cache: recordsOf("cache", 200, draw) },
    mirror = new Mirror();
  const first = circuit(feeds, mirror, draw, {}, [VHF, VHF], 4);
  assert.deepEqual([first.pulled.how, first.pulled.pages, first.pulled.frames], ["budget", 4, 25]);
  const plain = { ...VHF, compress: ["none"] as const, batchMax: 10_000 };
  const uncompressed = circuit(feeds, new Mirror(), draw, {}, [plain, { ...plain, batchMax: 64 }], 100);
  assert.ok(uncompressed.pulled.how === "done" && uncompressed.pulled.frames === 200);
  assert.ok(uncompressed.pulled.pages > 200 / 16, "64 do not fit, nor do 32");
  // A record that fits no line is said in words; the other feeds go on.
  const huge = {
    ...recordsOf("tombstone", 1, draw)[0]!,
    frame: crypto.getRandomValues(new Uint8Array(6000)),
  };
  const stuck = circuit({ ...feeds, tombstone: [huge] }, new Mirror(), draw);
  assert.equal(stuck.pulled.words, "the next record of tombstone is too long for a circuit");
  assert.ok(stuck.pulled.frames > 100);
});

Deno.test("two sides agree on the lesser of what they can", () => {
  const full: Caps = {
    mode: "sync",
    mtu: 4096,
    rateClass: "ipHi",
    batchMax: 1000,
    compress: ["none", "deflate"],
    recordSet: "full",
    can: [],
  };
  assert.deepEqual(agree(VHF, full), {
    mode: "sync",
    mtu: 1024,
    rateClass: "vhf1200",
    batchMax: 25,
    compress: "deflate",
    recordSet: "compact",
    can: [],
  });
  assert.deepEqual(agree(full, VHF), agree(VHF, full));
  assert.equal(agree({ ...VHF, compress: ["deflateDict1"] }, full), undefined);
  assert.deepEqual(readCaps(encodeCaps(VHF)), VHF);
  const map = (changes: Record<string, string | number | string[] | undefined>) =>
    encodeCbor(
      new Map(
        Object.entries({
          mode: "sync",
          mtu: 64,
          rateClass: "hf",
          batchMax: 1,
          compress: ["none"],
          recordSet: "beacon",
          ...changes,
        })
          .filter((entry): entry is [string, string | number | string[]] => entry[1] !== undefined),
      ),
    );
  assert.ok(readCaps(map({ later: 1 })), "an unknown field is passed over");
  assert.deepEqual(readCaps(map({ compress: ["zstd", "none"] }))?.compress, ["none"]);
  for (
    const bad of [
      { mode: "forward" },
      { mtu: 63 },
      { mtu: 2 ** 24 + 1 },
      { rateClass: "fast" },
      { batchMax: 0 },
      { batchMax: 10_001 },
      { compress: [] },
      { recordSet: undefined },
    ]
  ) assert.equal(readCaps(map(bad)), undefined, JSON.stringify(bad));
  assert.equal(readCaps(utf8("x")), undefined);
});

Deno.test("a request is read in its bounds", () => {
  const ask = { type: "bulletin", since: 7, limit: 25, sinceId: "12" } as const;
  assert.deepEqual(readAsk(encodeAsk(ask)), ask);
  assert.deepEqual(readAsk(encodeAsk({ type: "cache", since: 0, limit: 1 })), {
    type: "cache",
    since: 0,
    limit: 1,
  });
  const map = (entries: [number, string | number][]) => encodeCbor(new Map<number, string | number>(entries));
  for (
    const bad of [
      map([[1, "media"], [2, 0], [3, 1]]),
      map([[1, "cache"], [2, -1], [3, 1]]),
      map([[1, "cache"], [2, 0], [3, 0]]),
      map([[1, "cache"], [2, 0], [3, 10_001]]),
      map([[1, "cache"], [2, 0]]),
      map([[1, "bulletin"], [2, 0], [3, 1], [4, "x".repeat(201)]]),
      map([[1, "bulletin"], [2, 0], [3, 1], [4, 5]]),
      utf8("x"),
    ]
  ) assert.equal(readAsk(bad), undefined);
});

/** The serving side against lines that are written down. */
function serve(...lines: Uint8Array[]): { said: string[]; served: Served | undefined } {
  const steps = serveCircuit(VHF), said: string[] = [];
  let step = steps.next();
  while (!step.done) {
    if (step.value.do === "send") said.push(text(step.value.bytes));
    step = steps.next(
      step.value.do === "read"
        ? lines.shift()
        : step.value.do === "page"
        ? pageOf([], { since: 0, limit: 1 })
        : undefined,
    );
  }
  return { said, served: step.value };
}
const words = (line: string | undefined) => text(Buffer.from(line!.split(" ")[2]!, "base64"));

Deno.test("the called side refuses in words and hangs up", () => {
  const hello = writeLine("H", encodeCaps(VHF)),
    ask = writeLine("R", encodeAsk({ type: "cache", since: 0, limit: 5 }));
  for (
    const [lines, reason] of [
      [[ask], "request before capabilities"],
      [[writeLine("H", utf8("x"))], "capabilities not understood"],
      [[writeLine("H", encodeCaps({ ...VHF, compress: [] }))], "capabilities not understood"],
      [[hello, writeLine("R", utf8("x"))], "request not understood"],
      [[utf8("SVCL1 X abcd\r")], "line not understood"],
    ] as const
  ) {
    const { said, served } = serve(...lines);
    assert.deepEqual([words(said.at(-1)), served?.how], [reason, "refused"]);
  }
  const other = agree({ ...VHF, compress: ["deflate"] }, { ...VHF, compress: ["none"] });
  assert.equal(other, undefined);
  assert.equal(serve(utf8("hello\r\n"), hello, ask).said.length, 2, "chatter is passed over, the page comes");
  assert.equal(serve(hello, hello, ask).said.length, 3, "a second greeting brings ours again");
  assert.equal(
    serve(utf8("x\r".repeat(1500)), hello, ask).said.length,
    1,
    "a chatterbox is not listened to for ever",
  );
});

/** The dialling side against lines that are written down. */
const pull = (...lines: (Uint8Array | "silent")[]) =>
  pullWith((brought) => new Mirror().deliver(brought), ...lines);
type Deliver = (brought: Extract<CircuitEffect, { do: "deliver" }>) => Cursor | undefined;
function pullWith(
  deliver: Deliver,
  ...lines: (Uint8Array | "silent")[]
): { pulled: Pulled; said: string[]; delivered: number } {
  const steps = pullCircuit({ caps: VHF, cursors: {}, pages: 20 }), said: string[] = [];
  let step = steps.next(), delivered = 0;
  while (!step.done) {
    const effect = step.value;
    if (effect.do === "send") said.push(text(effect.bytes));
    if (effect.do === "deliver") delivered += effect.frames;
    step = steps.next(
      effect.do === "read" ? lines.shift() : effect.do === "deliver" ? deliver(effect) : undefined,
    );
  }
  return { pulled: step.value, said, delivered };
}

Deno.test("the dialling side takes only what can be the answer to its question", () => {
  const hello = writeLine("H", encodeCaps(VHF)), draw = seeded(6);
  const page = (kind: RecordKind, from = 1) =>
    writeLine("P", packPage(pageOf(recordsOf(kind, 2, draw, from), { since: 0, limit: 25 }), "deflateDict1"));
  const empty = writeLine("P", packPage(pageOf([], { since: 9, limit: 1 }), "deflateDict1"));
  const other = pull(hello, page("cache"), page("tombstone"), page("tombstone"));
  assert.deepEqual(
    [other.delivered, Object.keys(other.pulled.cursors)],
    [2, ["tombstone"]],
    "another feed's, and the same one again",
  );
  const nothing = pull(hello, empty);
  assert.deepEqual([nothing.pulled.cursors, nothing.said.length], [{}, 3], "an empty page moves no cursor");
  const refused = pull(hello, writeError("go away\x07"));
  assert.deepEqual([refused.pulled.words, refused.said.length], ["go away", 3], "the next feed is asked for");
  assert.deepEqual(pull(writeError("busy")).pulled, {
    how: "refused",
    words: "busy",
    pages: 0,
    frames: 0,
    visits: 0,
    cursors: {},
  });
  assert.equal(
    pull(writeLine("H", encodeCaps({ ...VHF, compress: [] }))).pulled.words,
    "capabilities not understood",
  );
  const foreign = pull(hello, writeLine("P", Uint8Array.of(0x78, 0xbb, 1, 2, 3, 4, 5)));
  assert.match(foreign.pulled.words!, /another dictionary than [0-9a-f]{16}$/);
  assert.deepEqual(pull(hello, "silent", "silent", "silent").pulled.how, "cut");
  assert.equal(pull(hello, "silent", "silent", page("tombstone")).delivered, 2, "asked a third time");
  assert.equal(pull("silent", hello, page("tombstone")).delivered, 2);
  assert.deepEqual([pull("silent", "silent", "silent").pulled.how, pull().pulled.how], ["cut", "cut"]);
});

Deno.test("a page moves the cursor as far as its records are proven, whatever its envelope says", () => {
  const hello = writeLine("H", encodeCaps(VHF)), draw = seeded(8);
  const page = (kind: RecordKind, from: number) =>
    writeLine("P", packPage(pageOf(recordsOf(kind, 2, draw, from), { since: 0, limit: 25 }), "deflateDict1"));
  const empty = writeLine("P", packPage(pageOf([], { since: 9, limit: 1 }), "deflateDict1"));
  const unproven = pullWith(() => undefined, hello, page("tombstone", 1), page("key", 1));
  assert.deepEqual([unproven.pulled.how, unproven.pulled.cursors, unproven.said.length], ["refused", {}, 2]);
  assert.equal(unproven.pulled.words, "nothing of a page of tombstone could be verified");
  const standing = pullWith(() => ({ since: 0 }), hello, page("tombstone", 1));
  assert.deepEqual([standing.pulled.how, standing.pulled.cursors], ["refused", {}], "it did not move");
  // One feed that is stuck leaves the others alone once the peer is proven.
  const partly: Deliver = (brought) =>
    brought.feed === "key" ? undefined : { since: 7, ...(brought.feed === "bulletin" && { sinceId: "3" }) };
  const rest = [page("account-move", 1), empty, empty, page("bulletin", 1)];
  const mixed = pullWith(partly, hello, page("tombstone", 1), page("key", 1), ...rest);
  assert.deepEqual([mixed.pulled.how, mixed.pulled.frames], ["done", 6]);
  assert.deepEqual(mixed.pulled.cursors, {
    tombstone: { since: 7 },
    "account-move": { since: 7 },
    bulletin: { since: 7, sinceId: "3" },
  });
});

Deno.test("the slowest links carry deletions alone", () => {
  const tiny = { ...VHF, recordSet: "beacon" } as const;
  assert.deepEqual(feedsOf("beacon"), ["tombstone"]);
  assert.deepEqual([feedsOf("compact"), feedsOf("full")], [RECORD_KINDS, RECORD_KINDS]);
  const draw = seeded(9), feeds = some(draw, 3), mirror = new Mirror();
  const { pulled } = circuit(feeds, mirror, draw, {}, [VHF, tiny]);
  assert.deepEqual([pulled.how, mirror.frames], ["done", feeds.tombstone!.map(({ frame }) => frame)]);
  const refused = serve(
    writeLine("H", encodeCaps(tiny)),
    writeLine("R", encodeAsk({ type: "cache", since: 0, limit: 5 })),
  );
  assert.equal(words(refused.said.at(-1)), "this link carries beacon records, no feed cache");
});

Deno.test("a circuit is driven over a line and a store that are handed in", async () => {
  const draw = seeded(10), feeds = some(draw, 4), mirror = new Mirror();
  const queues: Uint8Array[][] = [[], []];
  const waiting: ((bytes: Uint8Array) => void)[] = [];
  const lineOf = (own: 0 | 1): OpenLine => ({
    read: () =>
      new Promise((resolve) => {
        const bytes = queues[own]!.shift();
        if (bytes) resolve(bytes);
        else waiting[own] = resolve;
      }),
    write: (bytes) => {
      const other = own === 0 ? 1 : 0, reader = waiting[other];
      delete waiting[other];
      if (reader) reader(bytes);
      else queues[other]!.push(bytes);
      return Promise.resolve();
    },
  });
  const serving = driveCircuit(serveCircuit(VHF), lineOf(0), {
    page: (ask) => Promise.resolve(pageOf(feeds[ask.type]!, ask)),
  });
  const pulled = await driveCircuit(pullCircuit({ caps: VHF, cursors: {}, pages: 20 }), lineOf(1), {
    deliver: (brought) => Promise.resolve(mirror.deliver(brought)),
  });
  assert.deepEqual([pulled.how, mirror.frames], ["done", allOf(feeds)]);
  waiting[0]!(utf8("SVCL1 E \r"));
  assert.equal((await serving).how, "refused", "a broken line ends the called side");
  // A store that throws ends the session; a line that cannot be written to tells by its reading.
  const broken = driveCircuit(pullCircuit({ caps: VHF, cursors: {}, pages: 20 }), {
    read: () => Promise.resolve(undefined),
    write: () => Promise.reject(new Error("dead")),
  }, {});
  assert.equal((await broken).how, "cut");
});

Deno.test("a packet endpoint is dialled as it stands, an alias through the entry node", () => {
  assert.deepEqual(dialPlan({ transport: "ax25", address: "OE3XYZ-5" }, undefined), {
    connect: "OE3XYZ-5",
    say: [],
  });
  assert.deepEqual(dialPlan({ transport: "netrom", address: "SVCNOD" }, "OE1XNR-3"), {
    connect: "OE1XNR-3",
    say: ["C SVCNOD", "FED"],
  });
  assert.equal(dialPlan({ transport: "netrom", address: "SVCNOD" }, undefined), undefined);
  assert.equal(dialPlan({ transport: "https", address: "https://x.example" }, "OE1XNR-3"), undefined);
});

Deno.test("lines end in CR, LF or both, are bounded and in one form only", () => {
  const line = writeLine("P", Uint8Array.of(1, 2, 3));
  assert.equal(text(line), "SVCL1 P AQID\r");
  assert.deepEqual(readLine("SVCL1 P AQID "), { kind: "P", payload: Uint8Array.of(1, 2, 3) });
  assert.deepEqual(readLine("SVCL1 E "), "broken");
  for (
    const bad of [
      "SVCL1 P AQI",
      "SVCL1 P AQ=D",
      "SVCL1 P AR==",
      "SVCL1 P",
      "SVCL1 Q AQID",
      "SVCL1 PP AQID",
      `SVCL1 P ${"A".repeat(7004)}`,
    ]
  ) {
    assert.equal(readLine(bad), "broken", bad.slice(0, 20));
  }
  for (const chatter of ["", "hello", " SVCL1 P AQID", "SVCL2 P AQID", "svcl1 P AQID"]) {
    assert.equal(readLine(chatter), "chatter");
  }
  assert.ok(fitsLine(5250) && !fitsLine(5251));
  assert.equal(MAX_PAYLOAD, 7000);
  const splitter = new LineSplitter();
  assert.deepEqual(splitter.push(utf8("a\rb\n\r\nc\r\nd")), ["a", "b", "c"]);
  assert.deepEqual(splitter.push(utf8("e\r")), ["de"]);
  assert.deepEqual(
    splitter.push(utf8(`${"x".repeat(MAX_LINE)}\r${"y".repeat(MAX_LINE + 1)}\rz\r`)).map(({ length }) =>
      length
    ),
    [MAX_LINE, 1],
  );
  assert.equal(splitter.dropped, 1);
  assert.equal(
    text(Buffer.from(text(writeError("a\r\nb" + "c".repeat(300))).split(" ")[2]!, "base64")).length,
    200,
  );
});

Deno.test("the dictionary is the one that its name stands for; pages survive, damage and bombs do not", () => {
  assert.equal(sha256Hex(DEFLATE_DICT1).slice(0, 16), DEFLATE_DICT1_FINGERPRINT);
  const draw = seeded(7), page = pageOf(recordsOf("cache", 25, draw), { since: 0, limit: 25 });
  const packed = packPage(page, "deflateDict1");
  assert.ok(packed.length < page.length / 3, `${packed.length} of ${page.length}`);
  assert.deepEqual(unpackPage(packed, "deflateDict1"), { ok: true, page });
  assert.deepEqual(unpackPage(packPage(page, "deflate"), "deflate"), { ok: true, page });
  const bomb = packPage(new Uint8Array(5 * 1024 * 1024), "deflateDict1");
  assert.deepEqual(unpackPage(bomb, "deflateDict1"), { ok: false, problem: "page is larger than 4 MiB" });
  for (const cut of [0, 5, 6, 20, packed.length - 1]) {
    assert.ok(!unpackPage(packed.subarray(0, cut), "deflateDict1").ok, `${cut}`);
  }
  for (let n = 0; n < 2000; n++) {
    const bad = packed.slice();
    bad[Math.floor(draw() * bad.length)]! ^= 1 << Math.floor(draw() * 8);
    const read = unpackPage(bad, "deflateDict1");
    if (read.ok) assert.deepEqual(read.page, page, "zlib's own check lets no other page pass");
  }
});

Deno.test("the words of an error line come without control characters and with an end", () => {
  assert.equal(wordsOf(utf8("go\x1b[2J \r\naway\x00\x07\x7f")), "go[2J away");
  assert.equal(wordsOf(utf8("c".repeat(201))), "c".repeat(200));
});
