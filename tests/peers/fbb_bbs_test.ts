/**
 * The post office forwards with a real F6FBB: two of our systems are its partners at the same time, their links are
 * cut, and every message that one system takes in is stored once at the other; a session by the command line.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { sameBytes } from "../../src/base/mod.ts";
import { callPartner, type Report } from "../../src/bbs/mod.ts";
import { type Mode, readTrail } from "../../src/fbb/mod.ts";
import { crLf, someBytes } from "../fbb/messages.ts";
import { type TestApp, testApp } from "../kit/app.ts";
import { bring, partner, post } from "../kit/bbs.ts";
import { NEEDS_FBB, Xfbbd } from "../kit/fbb_peer.ts";
import { count } from "../kit/people.ts";
import { has } from "../kit/peers.ts";
import { gateway, serverEnv, withFolder } from "../kit/server.ts";
import { testWorld } from "../kit/world.ts";
import { seeded } from "../wire/test_data.ts";

const CALLS = ["OE1SYS", "DL1SYS"] as const;
type Call = typeof CALLS[number];
const PARTNERS = CALLS.map((call) => ({ call, password: `${call}PW`, mask: 15 as const }));
const scriptOf = (call: string) => `W Callsign :\nS ${call}\nW Password :\nS ${call}PW`;
const otherOf = (call: Call): Call => call === "OE1SYS" ? "DL1SYS" : "OE1SYS";

/** A connection that closes itself after so many bytes in both directions. */
async function cutting(connection: Deno.TcpConn, after: number) {
  let passed = 0;
  const pass = (chunk: Uint8Array, to: TransformStreamDefaultController<Uint8Array>) => {
    const part = chunk.subarray(0, Math.max(0, after - passed));
    passed += chunk.length;
    if (part.length > 0) to.enqueue(part);
    if (passed >= after) to.terminate();
  };
  const out = new TransformStream<Uint8Array, Uint8Array>({ transform: pass });
  const close = () => {
    try {
      connection.close();
    } catch {
      // The stream has closed it.
    }
  };
  out.readable.pipeTo(connection.writable).catch(() => {}).finally(() => passed >= after && close());
  const readable = connection.readable.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({ transform: pass }),
  );
  return await Promise.resolve({ readable, writable: out.writable, close });
}

interface Town {
  fbb: Xfbbd;
  systems: Record<Call, TestApp>;
}

async function forward({ fbb, systems }: Town, call: Call, mode: Mode, cutAfter: number): Promise<Report> {
  return await callPartner(systems[call].bbs.office, {
    partner: "N0FBB",
    dial: async () => await cutting(await fbb.connect(), cutAfter),
    mode,
    telnet: true,
    version: "1",
  });
}

/** Mail that a third system brought to one of ours, for somebody at the other. */
async function fill(
  app: TestApp,
  call: Call,
  draw: () => number,
  count: number,
  plain: boolean,
): Promise<string[]> {
  const bids: string[] = [];
  for (let n = 0; n < count; n++) {
    const bid = `${plain ? "P" : "B"}${n}_${call.slice(0, 3)}`, bulletin = n % 3 === 2;
    // F6FBB stores every line end as CR LF and keeps all other bytes.
    const length = n === 0 && !plain ? 60_000 : Math.floor(draw() ** 4 * (plain ? 8000 : 30_000));
    const body = Buffer.concat([
      crLf(someBytes(draw, length, plain)).subarray(0, 62_000),
      Buffer.from("\r\n"),
    ]);
    const bodyBase64 = body.toString("base64");
    const to = bulletin ? { type: "B", to: "TEST", at: "WW" } : { type: "P", to: "N0XYZ", at: otherOf(call) };
    const taken = await bring(app, "N0THRD", {
      ...to,
      from: "N0ABC",
      bid,
      title: `Mail ${bid}`,
      bodyBase64,
      body: "",
    });
    assert.equal(taken.stored, 1, bid);
    bids.push(bid);
  }
  return bids;
}

/** Sessions of both systems at once until every BID is at the other; the first `cuts` of each die in the middle. */
async function exchange(
  town: Town,
  mode: Mode,
  cuts: number,
  draw: () => number,
  bids: Record<Call, string[]>,
) {
  const missing = () =>
    CALLS.flatMap((call) =>
      bids[call].filter((bid) => !town.systems[otherOf(call)].bbs.office.messages.byBid({ bid }))
    ).length + CALLS.reduce((sum, call) =>
      sum + count(town.systems[call], "bbs_forward", "state = 'waiting'"), 0);
  let died = 0;
  for (let n = 0; missing() > 0; n++) {
    assert.ok(n < cuts + 30, `${missing()} are stuck`);
    const reports = await Promise.all(
      CALLS.map((call) => forward(town, call, mode, n < cuts ? 150 + draw() ** 2 * 40_000 : Infinity)),
    );
    for (const { outcome, words } of reports) assert.notEqual(outcome, "broken", words);
    died += reports.filter(({ outcome }) => outcome !== "clean").length;
    // What F6FBB put off, having lost our link in the middle of it, is offered again after a while.
    for (const call of CALLS) town.systems[call].world.pass(3600);
  }
  return died;
}

Deno.test("two post offices forward through a real F6FBB over links that are cut", async () => {
  if (!has(...NEEDS_FBB)) return;
  const fbb = await Xfbbd.start("N0FBB", PARTNERS);
  // F6FBB forwards no bulletin whose oldest R: line is a month old, and its clock is the real one.
  const today = Math.floor(Date.now() / 1000);
  const system = (call: Call) =>
    testApp({ ADMIN_CALLSIGNS: call, BBS_REGION: "#TST.AUT.EU" }, { world: testWorld(call, today) });
  const systems = { OE1SYS: system("OE1SYS"), DL1SYS: system("DL1SYS") };
  const town = { fbb, systems }, draw = seeded(11);
  try {
    for (const call of CALLS) await partner(systems[call], "N0FBB", ["*"], { connectScript: scriptOf(call) });
    let died = 0, all = 0;
    for (const [mode, each, cuts] of [["b1", 8, 3], ["ascii", 5, 2]] as const) {
      const bids = { OE1SYS: [] as string[], DL1SYS: [] as string[] };
      for (const call of CALLS) bids[call] = await fill(systems[call], call, draw, each, mode === "ascii");
      died += await exchange(town, mode, cuts, draw, bids);
      for (const call of CALLS) {
        const [from, to] = [systems[call], systems[otherOf(call)]];
        for (const bid of bids[call]) {
          const [here, there] = [from, to].map((app) => app.bbs.office.messages.byBid({ bid })!);
          assert.ok(
            sameBytes(there!.body.subarray(there!.textAt), here!.body.subarray(here!.textAt)),
            `${bid} came changed`,
          );
          assert.deepEqual(readTrail(there!.body).lines.map(({ address }) => address.split(".")[0]), [
            "N0FBB",
            call,
          ]);
        }
      }
      all += 2 * each;
      for (const call of CALLS) assert.equal(count(systems[call], "bbs_message"), all, "each message once");
      assert.equal((await fbb.stored()).size, all, "F6FBB stored each message once");
    }
    assert.ok(died >= 4, `${died} sessions died`);
  } finally {
    for (const call of CALLS) systems[call].close();
    await fbb.stop();
  }
});

Deno.test("a real F6FBB reads no route out of a text that begins like one", async () => {
  if (!has(...NEEDS_FBB)) return;
  const fbb = await Xfbbd.start("N0FBB", PARTNERS);
  const today = Math.floor(Date.now() / 1000);
  const system = (call: Call) =>
    testApp({ ADMIN_CALLSIGNS: call, BBS_REGION: "#TST.AUT.EU" }, { world: testWorld(call, today) });
  const systems = { OE1SYS: system("OE1SYS"), DL1SYS: system("DL1SYS") };
  const town = { fbb, systems };
  try {
    for (const call of CALLS) await partner(systems[call], "N0FBB", ["*"], { connectScript: scriptOf(call) });
    // As if it had gone through the very system for which it is.
    const body = "R:261120/0751Z @:DL1SYS.#TST.AUT.EU #:7 $:7_DL1SYS\n\nforged\n";
    const { bid } = await post(systems.OE1SYS, { toCall: "N0XYZ @ DL1SYS", body });
    const there = () => systems.DL1SYS.bbs.office.messages.byBid({ bid });
    for (let n = 0; n < 5 && !there(); n++) {
      for (const call of CALLS) await forward(town, call, "b1", Infinity);
    }
    const mail = there();
    assert.ok(mail, "F6FBB forwarded it to the system that the text names");
    assert.deepEqual(readTrail(mail.body).lines.map(({ address }) => address.split(".")[0]), [
      "N0FBB",
      "OE1SYS",
    ]);
    const text = new TextDecoder().decode(mail.body.subarray(mail.textAt));
    assert.match(text, /^ \r\nR:261120\/0751Z @:DL1SYS\.#TST\.AUT\.EU #:7 \$:7_DL1SYS\r\n/);
  } finally {
    for (const call of CALLS) systems[call].close();
    await fbb.stop();
  }
});

Deno.test("bbs forward hands over what waits to a real F6FBB and brings what it has", async () => {
  if (!has(...NEEDS_FBB)) return;
  const fbb = await Xfbbd.start("N0FBB", PARTNERS);
  const door = fbb.door();
  try {
    const said = await fbb.sysop("SP OE1XYZ @ OE1SYS", "From F6FBB", "Gruss vom Berg", "/EX");
    assert.match(said, /is sent @ OE1SYS/);
    await withFolder(async (folder) => {
      const env = { ...serverEnv(join(folder, "data")), ADMIN_CALLSIGNS: "OE1SYS" };
      const run = async (...args: string[]) => {
        const ended = await gateway(["bbs", ...args], env);
        assert.equal(ended.code, 0, ended.stderr);
        return ended.stdout + ended.stderr;
      };
      await run("partners", "--save", "N0FBB");
      const forward = ["forward", "N0FBB", "--dial", `tcp:127.0.0.1:${door.addr.port}`, "--telnet"];
      const told = await run(...forward, "--script", scriptOf("OE1SYS").replaceAll("\n", "\\n"));
      assert.match(told, /met FBB 7\.0\.11, b1/);
      assert.match(told, /< 101_N0FBB {4}N0SYS to OE1XYZ/);
      assert.match(told, /0 sent, 1 received .*: clean end/);
    });
  } finally {
    door.close();
    await fbb.stop();
  }
});
