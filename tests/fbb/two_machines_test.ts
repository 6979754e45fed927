/** Two of our own sessions over a link that dies: nothing twice, nothing lost, nothing stuck. */
import assert from "node:assert/strict";
import { concat } from "../../src/base/mod.ts";
import type { Mode } from "../../src/fbb/mod.ts";
import { PostOffice, sameMessage } from "../kit/fbb_desk.ts";
import { seeded } from "../wire/test_data.ts";
import { meetOnLine } from "./lines.ts";
import { someMessage, testSession } from "./messages.ts";

const MODES: Mode[] = ["ascii", "b0", "b1"];
const WHIMS = ["later", "refuse", "hold"] as const;

/** One seed: two systems with mail for each other, sessions until all is settled. How often links died and resumed. */
function live(seed: number): { cuts: number; resumes: number; sessions: number } {
  const draw = seeded(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)]!;
  const offices = [new PostOffice(), new PostOffice()] as const, calls = ["N0AAA", "N0BBB"] as const;
  const modes = [pick(MODES), pick(MODES)] as const;
  const plain = modes.includes("ascii");
  for (const [i, office] of offices.entries()) {
    const other = i === 0 ? 1 : 0;
    for (let n = Math.floor(draw() * 12); n > 0; n--) {
      const bid = `${n}_${calls[i]}`;
      const message = someMessage(draw, bid, Math.floor(draw() ** 4 * 6000), plain);
      const binary = { ...message, body: concat(message.body, Uint8Array.of(0x1a)) };
      office.put(calls[other], draw() < 0.05 ? binary : message);
      // A side without version 1 hears a refusal as "have it", so only the others are refused here.
      const whim = pick(WHIMS);
      if (draw() < 0.1 && (whim !== "refuse" || modes[i] === "b1")) offices[other]!.whims.set(bid, whim);
    }
  }
  let cuts = 0, sessions = 0, clean = false;
  while (!clean) {
    assert.ok(sessions < 60, "never settled");
    const caller = draw() < 0.5 ? 0 : 1, called = caller === 0 ? 1 : 0;
    const desks = [offices[caller]!.desk(calls[called]), offices[called]!.desk(calls[caller])] as const;
    const calm = sessions++ >= 12 || draw() < 0.1;
    const { ends } = meetOnLine(
      [
        {
          steps: testSession({
            side: "calls",
            call: calls[caller],
            partner: calls[called],
            mode: modes[caller],
          }),
          desk: desks[0],
        },
        {
          steps: testSession({
            side: "called",
            call: calls[called],
            partner: calls[caller],
            mode: modes[called],
          }),
          desk: desks[1],
        },
      ],
      draw,
      calm ? { cutAfter: Infinity } : {
        cutAfter: Math.floor(draw() ** 2 * 12_000),
        ...(draw() < 0.3
          ? { kill: { side: draw() < 0.5 ? 0 : 1, effect: Math.floor(draw() * 150), after: draw() < 0.5 } }
          : {}),
      },
    );
    for (const desk of desks) desk.end();
    for (const end of ends) {
      assert.ok(!end || end.how === "clean" || end.how === "cut", `${seed}: ${JSON.stringify(end)}`);
    }
    if (ends.some((end) => end?.how !== "clean")) cuts++;
    // At every moment: what one side counts as taken, the other has, byte for byte.
    for (const i of [0, 1] as const) {
      for (const [bid, { message, outcome }] of offices[i].queue(calls[i === 0 ? 1 : 0])) {
        const there = offices[i === 0 ? 1 : 0].received.get(bid)?.message;
        if (outcome === "sent" || outcome === "held" || outcome === "had_it") {
          assert.ok(there, `${seed}: ${bid} is lost`);
        }
        if (there) assert.ok(sameMessage(there, message), `${seed}: ${bid} came changed`);
      }
    }
    const left = offices[0].waiting(calls[1]).length + offices[1].waiting(calls[0]).length;
    clean = calm && ends.every((end) => end?.how === "clean") &&
      (left === 0 ||
        [0, 1].every((i) =>
          offices[i]!.waiting(calls[i === 0 ? 1 : 0]!).every((m) => m.body.includes(0x1a))
        ));
  }
  for (const i of [0, 1] as const) {
    for (const [bid, { message, outcome }] of offices[i].queue(calls[i === 0 ? 1 : 0])) {
      const there = offices[i === 0 ? 1 : 0].received.has(bid);
      assert.equal(
        there,
        outcome === "sent" || outcome === "held" || outcome === "had_it",
        `${seed}: ${bid}`,
      );
      if (!there) {
        assert.ok(outcome === "rejected" || message.body.includes(0x1a), `${seed}: ${bid} ${outcome}`);
      }
    }
  }
  return { cuts, resumes: offices[0].resumes + offices[1].resumes, sessions };
}

Deno.test("mail between two systems over dying links arrives once, byte for byte", () => {
  const seeds = Number(Deno.env.get("FBB_SEEDS") ?? 400);
  const sum = { cuts: 0, resumes: 0, sessions: 0 };
  for (let seed = 1; seed <= seeds; seed++) {
    const { cuts, resumes, sessions } = live(seed);
    sum.cuts += cuts;
    sum.resumes += resumes;
    sum.sessions += sessions;
  }
  assert.ok(sum.cuts > seeds && sum.resumes > seeds / 20, JSON.stringify(sum));
});
