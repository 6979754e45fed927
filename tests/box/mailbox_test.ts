/** The mailbox that a box answers with: people at a terminal, forwarding programs, and when partners are due. */
import assert from "node:assert/strict";
import { drive, type FbbMessage, type Line, session } from "../../src/fbb/mod.ts";
import { answerCaller } from "../../src/box/services/mail/answering.ts";
import { MailBackend } from "../../src/box/services/mail/backend.ts";
import { firstHop } from "../../src/box/services/mail/forwarding.ts";
import { inBands, isDue } from "../../src/box/services/mail/schedule.ts";
import { partner, post } from "../kit/bbs.ts";
import { listeningApp, makeBox, runBox, until } from "../kit/box.ts";
import { count } from "../kit/people.ts";
import { withFolder } from "../kit/server.ts";

/** What does not come is told, not waited for. */
async function within<T>(waited: Promise<T>, what: () => string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) =>
    timer = setTimeout(() => reject(new Error(`waited too long for ${what()}`)), 20_000)
  );
  try {
    return await Promise.race([waited, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Two ends of one line. */
function pair(): [Line & { close(): void }, Line & { close(): void }] {
  const end = () => {
    const waiting: Uint8Array[] = [];
    let wake = () => {}, closed = false;
    return {
      put(bytes: Uint8Array) {
        waiting.push(bytes.slice());
        wake();
      },
      shut() {
        closed = true;
        wake();
      },
      async take() {
        while (waiting.length === 0) {
          if (closed) return undefined;
          await new Promise<void>((resolve) => wake = resolve);
        }
        return waiting.shift();
      },
    };
  };
  const a = end(), b = end();
  const close = () => (a.shut(), b.shut());
  return [
    { read: () => a.take(), write: (bytes) => Promise.resolve(b.put(bytes)), close },
    { read: () => b.take(), write: (bytes) => Promise.resolve(a.put(bytes)), close },
  ];
}

function withMailbox(
  name: string,
  test: (gateway: ReturnType<typeof listeningApp>, backend: MailBackend) => Promise<void>,
): void {
  Deno.test(name, () =>
    withFolder(async (dir) => {
      const gateway = listeningApp();
      await makeBox(dir, gateway, { connections: [] }, { services: true });
      const box = runBox(dir);
      try {
        await until("the gateway", () => box.parts.sender.state.word === "ok");
        await test(gateway, new MailBackend(box.parts.client));
      } finally {
        await box.stop();
        await gateway.close();
      }
    }));
}
const called = (backend: MailBackend, line: Line, peer: string) =>
  answerCaller(backend, {
    ...{ line, peer, own: "OE1BOX-8", version: "1", known: new Set<string>() },
    brokenOff: { part: () => undefined, keep: () => Promise.resolve() },
  });

withMailbox("somebody with a terminal lists, reads, writes, answers and kills", async ({ app }, backend) => {
  const { id } = await post(app, {
    fromCall: "OE1ABC",
    toCall: "OE3XYZ",
    subject: "Hut",
    body: "Key is\nunder the stone",
  });
  const { id: foreign } = await post(app, {
    fromCall: "OE1ABC",
    toCall: "OE9NOT",
    subject: "Other",
    body: "secret",
  });
  const [ours, theirs] = pair();
  const serving = called(backend, ours, "OE3XYZ-7");
  let screen = "";
  const shows = async (text: string) => {
    while (!screen.includes(text)) {
      const chunk = await within(theirs.read(), () => `'${text}': ${screen}`);
      assert.ok(chunk, `closed before '${text}': ${screen}`);
      screen += new TextDecoder().decode(chunk);
    }
    const seen = screen;
    screen = "";
    return seen;
  };
  const types = (text: string) => theirs.write(new TextEncoder().encode(text));
  assert.match(await shows("OE1BOX>\r"), /^\[SVC-1-B1FHM\$\]\rMail of OE1BOX/);
  // The first line and the next in one packet; an LF behind a CR is no line.
  await types(`L\r\nR ${id}\r\n`);
  const listed = await shows("under the stone\r");
  assert.match(listed, /^\d+ PN \d{6} OE1ABC>OE3XYZ Hut\r/);
  assert.ok(!listed.includes("Other"));
  await shows("OE1BOX>\r");
  await types(`R ${foreign}\rK ${foreign}\r`);
  assert.match(
    await shows("That message is not yours, or not there.\rOE1BOX>\r"),
    /There is no such message for you/,
  );
  await types("S OE1ABC\rRe: Hut\rGrüße\x07 vom Berg\r/ex\r");
  await shows("Stored as");
  await types(`K ${id}\r`);
  await shows(`${id} killed.\rOE1BOX>\r`);
  // Nobody can write as somebody else: the sender is who is connected.
  const [sent] = app.db.sql<never, { from_call: string; body: Uint8Array }>(
    "SELECT from_call, body FROM bbs_message WHERE subject LIKE 'Re: Hut%' OR CAST(subject AS TEXT) = 'Re: Hut'",
  ).all();
  assert.equal(sent?.from_call, "OE3XYZ-7");
  await types("nonsense\rB\r");
  await shows("73 OE3XYZ\r");
  theirs.close();
  assert.equal(await serving, "a person");
});

withMailbox(
  "a text that breaks off leaves no message, and a flood without a line end ends the session",
  async ({ app }, backend) => {
    const before = count(app, "bbs_message", "1");
    for (const text of ["S OE1ABC\rHalf\rone line\r", `${"x".repeat(2000)}`]) {
      const [ours, theirs] = pair();
      const serving = called(backend, ours, "OE3XYZ");
      await theirs.write(new TextEncoder().encode(`L\r${text}`));
      theirs.close();
      await serving;
    }
    assert.equal(count(app, "bbs_message", "1"), before);
  },
);

const mail = (bid: string): FbbMessage => ({
  type: "P",
  from: "DL1AAA",
  at: "OE1SYS",
  to: "OE3XYZ",
  bid,
  subject: new TextEncoder().encode("Hello"),
  body: new TextEncoder().encode("Line\r\n"),
});
/** A forwarding program that calls, with this mail. */
async function calls(line: Line, offered: FbbMessage[]) {
  const settled: string[] = [], received: string[] = [];
  const end = await drive(
    session({
      side: "calls",
      call: "DL1AAA",
      partner: "OE1BOX",
      software: { name: "T", version: "1" },
      mode: "b1",
    }),
    line,
    {
      offer: (ask) => offered.filter(({ bid }) => !ask.offered.has(bid)),
      judge: (proposals) => proposals.map(() => ({ answer: "want" as const })),
      received: ({ bid }) => void received.push(bid),
      settle: (outcomes) => void settled.push(...outcomes.map(({ bid, outcome }) => `${bid} ${outcome}`)),
      keep: () => {},
    },
  );
  return { end, settled, received };
}

withMailbox(
  "a partner's program forwards both ways; what it brought is at the gateway before it is told",
  async ({ app }, backend) => {
    await partner(app, "DL1AAA", ["DEU"]);
    const { bid } = await post(app, { toCall: "DL2BBB @ DL1AAA.DEU.EU", subject: "Out", body: "there" });
    const [ours, theirs] = pair();
    const serving = called(backend, ours, "DL1AAA");
    const { end, settled, received } = await calls(theirs, [mail("1_DL1AAA")]);
    assert.deepEqual([end.how, settled, received], ["clean", ["1_DL1AAA sent"], [bid]]);
    assert.equal(await serving, "clean, 1 sent, 1 received");
    assert.equal(count(app, "bbs_message", "bid = '1_DL1AAA'"), 1);
    assert.equal(count(app, "bbs_forward", "state = 'waiting'"), 0);
  },
);

withMailbox("a program that the gateway does not know brings and gets nothing", async ({ app }, backend) => {
  const before = count(app, "bbs_message", "1");
  const [ours, theirs] = pair();
  const serving = called(backend, ours, "DL9BAD");
  const { settled, received } = await calls(theirs, [mail("2_DL9BAD")]);
  assert.deepEqual([settled, received], [["2_DL9BAD rejected"], []]);
  await serving;
  assert.equal(count(app, "bbs_message", "1"), before);
});

Deno.test("a partner is due by its interval, within its hours", () => {
  assert.ok(inBands("", 3));
  assert.deepEqual([0, 6, 7, 21, 22, 23].map((hour) => inBands("0-6,22-23", hour)), [
    true,
    true,
    false,
    false,
    true,
    true,
  ]);
  assert.deepEqual([21, 22, 0, 6, 7].map((hour) => inBands("22-6", hour)), [false, true, true, true, false]);
  assert.deepEqual([4, 5, 6].map((hour) => inBands("5", hour)), [false, true, false]);
  const noon = 12 * 3600;
  const due = { enabled: true, intervalMin: 30, timebands: "", requestReverse: false, waiting: 1 };
  assert.ok(isDue(due, undefined, noon));
  assert.ok(!isDue(due, noon - 1799, noon));
  assert.ok(isDue(due, noon - 1800, noon));
  assert.ok(!isDue(due, noon + 60, noon), "the time that a box knows differs by seconds from start to start");
  assert.ok(isDue(due, noon + 61, noon), "a call in the future was noted under another clock");
  assert.ok(!isDue({ ...due, waiting: 0 }, undefined, noon));
  assert.ok(isDue({ ...due, waiting: 0, requestReverse: true }, undefined, noon));
  assert.ok(!isDue({ ...due, intervalMin: 0 }, undefined, noon));
  assert.ok(!isDue({ ...due, enabled: false }, undefined, noon));
  assert.ok(!isDue({ ...due, timebands: "13-14" }, undefined, noon));
});

Deno.test("the first hop of a connect script is dialled", () => {
  assert.equal(firstHop("C 2 OE1XBB-8\nC DL1SVC"), "OE1XBB-8");
  assert.equal(firstHop("# by way of\nc oe1xbb"), "OE1XBB");
  assert.equal(firstHop("W Callsign :\nS OE1XAR"), undefined);
});
