/** A service box forwards with a real F6FBB over TCP, for a gateway that it reaches over HTTP alone. */
import assert from "node:assert/strict";
import { eventually } from "../kit/eventually.ts";
import { forwardTo } from "../../src/box/services/mail/forwarding.ts";
import { MailBackend } from "../../src/box/services/mail/backend.ts";
import { partner, post } from "../kit/bbs.ts";
import { listeningApp, makeBox, runBox, until } from "../kit/box.ts";
import { NEEDS_FBB, Xfbbd } from "../kit/fbb_peer.ts";
import { count } from "../kit/people.ts";
import { has } from "../kit/peers.ts";
import { withFolder } from "../kit/server.ts";

Deno.test("mail goes to a real F6FBB and comes from it, each once", () =>
  withFolder(async (dir) => {
    if (!has(...NEEDS_FBB)) return;
    const gateway = listeningApp(), { app } = gateway;
    const fbb = await Xfbbd.start("N0FBB", [{ call: "OE1BOX", password: "OE1BOXPW", mask: 15 }]);
    const door = fbb.door();
    const script = "W Callsign :\nS OE1BOX\nW Password :\nS OE1BOXPW";
    const tcp = { N0FBB: { address: `127.0.0.1:${(door.addr as Deno.NetAddr).port}`, telnet: true, script } };
    await makeBox(dir, gateway, { connections: [], services: { forward: { tcp } } }, { services: true });
    const box = runBox(dir);
    try {
      await until("the gateway", () => box.parts.sender.state.word === "ok");
      await partner(app, "N0FBB", ["USA"]);
      const { bid } = await post(app, {
        toCall: "N0XYZ @ N0FBB.#TST.USA.NOAM",
        subject: "Out",
        body: "to the BBS",
      });
      await fbb.sysop("SP OE3XYZ @ OE1BOX", "In", "from the BBS", "/EX");
      const backend = new MailBackend(box.parts.client), known = new Set<string>();
      const forward = async () => {
        const { partners, federation } = await backend.partners();
        const stop = new AbortController().signal;
        return await forwardTo(box.parts, partners[0]!, {
          federation,
          known,
          sessions: undefined,
          version: "1",
        }, stop);
      };
      const first = await forward();
      assert.deepEqual([first.end, first.words, first.sent, first.received], ["clean", "", 1, 1]);
      assert.equal(count(app, "bbs_forward", "state = 'sent'"), 1, bid);
      const texts = [...(await fbb.stored()).values()].map((bytes) => new TextDecoder().decode(bytes));
      assert.equal(texts.filter((text) => text.includes("to the BBS")).length, 1);
      assert.equal(count(app, "bbs_message", "to_base = 'OE3XYZ'"), 1);
      const again = await forward();
      assert.deepEqual([again.end, again.sent, again.received], ["clean", 0, 0]);
    } finally {
      await box.stop();
      door.close();
      await fbb.stop();
      await gateway.close();
    }
  }));

/** Stands before a door; the first line that comes through it dies after `after` bytes from behind. */
function cuttingDoor(target: number, after: number) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const bytes: number[] = [];
  let asked = "";
  const pass = async (near: Deno.TcpConn) => {
    const far = await Deno.connect({ hostname: "127.0.0.1", port: target });
    const n = bytes.push(0) - 1;
    const close = () => {
      for (const one of [near, far]) {
        try {
          one.close();
        } catch {
          // It is closed already.
        }
      }
    };
    /** `seen` gives how much of a chunk goes on; the line is cut where that is not all of it. */
    const pump = async (from: Deno.TcpConn, to: Deno.TcpConn, seen: (chunk: Uint8Array) => number) => {
      for (const room = new Uint8Array(4096);;) {
        const length = await from.read(room);
        if (length === null) break;
        const on = seen(room.subarray(0, length));
        for (let at = 0; at < on;) at += await to.write(room.subarray(at, on));
        if (on < length) break;
      }
    };
    await Promise.allSettled([
      // However many bytes come at once: a busy machine brings the whole message in one piece.
      pump(far, near, ({ length }) => {
        const before = bytes[n]!, on = n > 0 ? length : Math.min(length, after - before);
        bytes[n] = before + on;
        return on;
      }).finally(close),
      pump(near, far, (chunk) => {
        asked += new TextDecoder("latin1").decode(chunk);
        return chunk.length;
      }).finally(close),
    ]);
  };
  const serving = (async () => {
    for await (const near of listener) await pass(near);
  })();
  return {
    port: (listener.addr as Deno.NetAddr).port,
    bytes,
    asked: () => asked,
    close: () => (listener.close(), serving),
  };
}

Deno.test("a real F6FBB goes on with a message whose transfer broke off, from where the box says", () =>
  withFolder(async (dir) => {
    if (!has(...NEEDS_FBB)) return;
    const gateway = listeningApp(), { app } = gateway;
    const fbb = await Xfbbd.start("N0FBB", [{ call: "OE1BOX", password: "OE1BOXPW", mask: 15 }]);
    const behind = fbb.door(), door = cuttingDoor((behind.addr as Deno.NetAddr).port, 1800);
    const script = "W Callsign :\nS OE1BOX\nW Password :\nS OE1BOXPW";
    const tcp = { N0FBB: { address: `127.0.0.1:${door.port}`, telnet: true, script } };
    await makeBox(dir, gateway, { connections: [], services: { forward: { tcp } } }, { services: true });
    const box = runBox(dir);
    try {
      await until("the gateway", () => box.parts.sender.state.word === "ok");
      await partner(app, "N0FBB", ["USA"]);
      const lines = Array.from(
        { length: 16 },
        (_, n) =>
          Array.from({ length: 36 }, (_, k) => ((n * 36 + k) * 7_368_787 % 9_999_991).toString(36)).join(" "),
      );
      await fbb.sysop("SP OE3XYZ @ OE1BOX", "Long", ...lines, "/EX");
      const backend = new MailBackend(box.parts.client), known = new Set<string>();
      const forward = async () => {
        const { partners, federation } = await backend.partners();
        const how = { federation, known, sessions: undefined, version: "1" };
        return await forwardTo(box.parts, partners[0]!, how, new AbortController().signal);
      };
      const broken = await forward();
      assert.deepEqual([broken.end, broken.received], ["cut", 0]);
      assert.equal(count(app, "bbs_message", "to_base = 'OE3XYZ'"), 0);
      // F6FBB keeps a line that died for a while; then it is called again.
      const whole = await eventually(
        "F6FBB to take a call again",
        async () => {
          const one = await forward();
          return one.received > 0 && one;
        },
        60_000,
        500,
      );
      assert.deepEqual([whole.end, whole.received], ["clean", 1]);
      assert.match(door.asked(), /FS !\d{3,4}\r/);
      const [{ body }] = app.db.sql<never, { body: Uint8Array }>(
        "SELECT CAST(body AS BLOB) AS body FROM bbs_message WHERE to_base = 'OE3XYZ'",
      ).all() as [{ body: Uint8Array }];
      assert.ok(new TextDecoder().decode(body).replaceAll("\r", "").includes(lines.join("\n")));
      console.log(`${door.bytes.join(", ")} bytes; asked ${/FS !\d+/.exec(door.asked())}`);
    } finally {
      await box.stop();
      await door.close();
      behind.close();
      await fbb.stop();
      await gateway.close();
    }
  }));
