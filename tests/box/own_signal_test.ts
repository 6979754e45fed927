/**
 * A box with two radios in one house hears by one what it sends by the other: that is no hearing. What others make of its signal,
 * and what others send, is.
 */
import assert from "node:assert/strict";
import { decodeTnc2, encodeFrame, encodeKiss, isUnreadable } from "../../src/aprs/mod.ts";
import { realWorld } from "../../src/base/mod.ts";
import type { RunningBox } from "../../src/box/run/box.ts";
import { listeningApp, makeBox, runBox, testTnc, until } from "../kit/box.ts";
import { withFolder } from "../kit/server.ts";

const OWN = "OE1BOX-10", INFO = ">on the hill";
interface Signal {
  source?: string;
  destination?: string;
  info?: string;
  path?: { call: string; used: boolean }[];
}
const heardAs = ({ source = OWN, destination = "APGWBX", info = INFO, path = [] }: Signal) =>
  encodeKiss(encodeFrame({ source, destination, path, info })!);

/** A box that sends by one radio and listens to another, and time that the test lets pass. */
async function twoRadios(
  use: (given: {
    box: RunningBox;
    sends: (info: string) => Promise<string>;
    /** Whether it counts as heard. */
    counts: (signal: Signal, by?: "other" | "same") => Promise<boolean>;
    pass: (seconds: number) => void;
  }) => Promise<void>,
  tx: "on" | "dry" = "on",
) {
  await withFolder(async (dir) => {
    const gateway = listeningApp({}), [radio, other] = [testTnc(), testTnc()];
    const { app } = gateway, owner = await app.signIn("OE1BOX");
    const connections = [`${radio.address}?site=OE1BOX-10&tx=on`, `${other.address}?site=OE1BOX-11`];
    await makeBox(dir, gateway, { connections, tx }, { sites: ["OE1BOX-10", "OE1BOX-11"] });
    const { body: { code } } = await app.ingest.post("/api/box/attic/pair", {});
    assert.equal((await owner.post("/api/box/attic/claim", { code })).status, 200);
    let passed = 0;
    const real = realWorld();
    const box = runBox(dir, { world: { ...real, elapsedMs: () => real.elapsedMs() + passed } });
    const { transmitter, connections: lines, counters, spool } = box.parts;
    try {
      await until("both radios", () => lines.every((one) => one.state().word === "connected"));
      await until("the gateway", () => box.parts.sender.state.word === "ok");
      await transmitter.gate.ask([OWN]);
      await use({
        box,
        pass: (seconds) => passed += seconds * 1000,
        async sends(info) {
          const frame = { source: OWN, destination: "APGWBX", path: [], info };
          const { outcome, why } = await transmitter.send(lines[0]!, {
            purpose: "test",
            frame,
            madeAt: transmitter.now(),
          });
          return why === "" ? outcome : `${outcome}: ${why}`;
        },
        async counts(signal, by = "other") {
          const tnc = by === "other" ? other : radio, line = lines[by === "other" ? 1 : 0]!;
          const seen = () => {
            const { heard, copies } = counters.of(line.address.text);
            return [heard, copies] as const;
          };
          const [heard, copies] = seen(), before = spool.sums().in;
          await tnc.hears(heardAs(signal));
          await until("it", () => seen()[0] + seen()[1] > heard + copies);
          assert.equal(spool.sums().in - before, seen()[0] - heard, "what does not count never was in");
          return seen()[0] > heard;
        },
      });
    } finally {
      await box.stop();
      await Promise.all([radio.close(), other.close()]);
      await gateway.close();
    }
  });
}

Deno.test("its own signal by its other radio, or by the same one, is dropped for 30 s; everything else counts", () =>
  twoRadios(async ({ sends, counts, pass }) => {
    assert.equal(await counts({}), true, "nothing was sent yet: another station of the same call");
    pass(5);
    assert.equal(await sends(INFO), "handed_over");
    for (
      const [what, signal, by, expected] of [
        ["by the other radio", {}, "other", false],
        ["with a path that nobody used", { path: [{ call: "WIDE1-1", used: false }] }, "other", false],
        ["by the same radio, whose TNC echoes", {}, "same", false],
        ["a digipeater's copy", { path: [{ call: "OE1XDS", used: true }] }, "other", true],
        ["another text of the same call: a handheld", { info: ">on foot" }, "other", true],
        ["the same text of another station", { source: "OE3ABC" }, "other", true],
        ["the same text of another SSID", { source: "OE1BOX-7" }, "other", true],
        ["the same text to another destination", { destination: "APRS" }, "other", true],
      ] as [string, Signal, "other" | "same", boolean][]
    ) {
      assert.equal(await counts(signal, by), expected, what);
      pass(2.5);
    }
    pass(31);
    assert.equal(await counts({}), true, "half a minute later it is not that signal any more");
  }));

Deno.test("what was only shown, or refused, was never on the air: the same text counts", () =>
  twoRadios(async ({ sends, counts }) => {
    assert.match(await sends(INFO), /^shown/);
    assert.equal(await counts({}), true);
  }, "dry"));

Deno.test("what a tunnel brings back as it went is its own signal too; with a digipeater's mark, or by APRS-IS, it is not", () =>
  twoRadios(async ({ box, sends }) => {
    const own = (path: string, via: "tunnel" | "aprsis" = "tunnel") => {
      const packet = decodeTnc2(`${OWN}>APGWBX${path}:${INFO}`);
      assert.ok(!isUnreadable(packet));
      return box.parts.transmitter.isOwnSignal({ via, direct: false, packet });
    };
    assert.equal(own(""), false, "nothing was sent yet");
    assert.equal(await sends(INFO), "handed_over");
    assert.deepEqual([own(""), own(",WIDE1-1"), own(",OE1XDS*"), own("", "aprsis")], [
      true,
      true,
      false,
      false,
    ]);
  }));
