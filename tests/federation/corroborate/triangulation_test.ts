/**
 * However many questions somebody asks, of whatever places, radii, times and exclusions, he learns in which cell of a
 * hundred metres and in which ten minutes a station was heard, and nothing finer (FED "Events", Corroboration).
 */
import assert from "node:assert/strict";
import { distanceM, type Place, sha256Hex } from "../../../src/base/mod.ts";
import {
  Answering,
  type Attested,
  type Ears,
  nearest,
} from "../../../src/federation/corroborate/answering.ts";
import {
  BUCKET_M,
  CELL_SLACK_M,
  cellOf,
  fromE7,
  snapped,
  toE7,
} from "../../../src/federation/corroborate/coarsen.ts";
import { signQuestion } from "../../../src/federation/corroborate/question.ts";
import { judgeFrame, type QuestionBody, readFrame } from "../../../src/wire/mod.ts";
import { testWorld } from "../../kit/world.ts";
import { seeded } from "../../wire/test_data.ts";
import { keyFrom } from "../node.ts";
import { off } from "./kit.ts";

const QUESTIONS = 10_000;
const A = keyFrom("a.example 0"), B = keyFrom("b.example 0");
const HIDDEN = { lat: 48.20871, lon: 16.37282 };

interface Told {
  centre: Place;
  said: string;
  distanceM?: number;
  at?: number;
}

const T = 1_780_315_200 + 200;
const heardAt = (place: Place, at = T): Attested => ({
  ...place,
  at,
  witnesses: [{ site: "OE1XYZ-10", keepers: [] }],
});

interface Asked {
  body: QuestionBody;
  now: number;
}

/** Ten hours of asking: what was heard once is asked about again and again, with every edge moved a little. */
function questions(seed: number): Asked[] {
  const draw = seeded(seed);
  return Array.from({ length: QUESTIONS }, (_, i) => {
    const centre = off((draw() - 0.5) * 3000, (draw() - 0.5) * 3000, HIDDEN);
    const until = T - 1200 + Math.floor(draw() * 4200);
    const body = {
      callsign: "OE2FND-7",
      ...toE7(centre),
      radiusM: Math.floor(draw() * 1200),
      since: until - Math.floor(draw() * 4800),
      until,
      excludeIgates: draw() < 0.1 ? [`OE${Math.floor(draw() * 10)}AAA`] : [],
      nonce: String(i),
      target: "b.example",
    };
    return { body, now: T + 1000 + Math.floor(i / 100) * 360 };
  });
}

/** Everything that an asker without limits gets out of an instance that heard one station once. */
function interrogate(heard: Attested, seed = 1): Told[] {
  const ears: Ears = (call) => call === "OE2FND-7" ? [heard] : [];
  return questions(seed).map(({ body, now }) => {
    const found = nearest(ears, body, now);
    return {
      centre: fromE7(body),
      said: found ? "yes" : "no",
      ...(found && { distanceM: found.distanceM, at: found.at }),
    };
  });
}

Deno.test("10,000 overlapping questions tell places of one cell, and moments of ten minutes, apart by nothing", () => {
  const told = interrogate(heardAt(HIDDEN));
  assert.ok(told.filter(({ said }) => said === "yes").length > 1000);
  assert.ok(told.filter(({ said }) => said === "no").length > 1000);
  const middle = fromE7(cellOf(toE7(HIDDEN)));
  const elsewhere = [[-54, -49], [-54, 49], [54, -49], [54, 49], [0, 0]]
    .map(([north, east]) => off(north!, east!, middle));
  for (const place of elsewhere) {
    assert.deepEqual(cellOf(toE7(place)), cellOf(toE7(HIDDEN)));
    assert.deepEqual(interrogate(heardAt(place)), told, JSON.stringify(place));
  }
  for (const at of [T - 200, T + 399]) assert.deepEqual(interrogate(heardAt(HIDDEN, at)), told);
  // The coarsening is no more than that: the next cell and the next ten minutes are told apart.
  assert.notDeepEqual(interrogate(heardAt(off(120, 0, middle))), told);
  assert.notDeepEqual(interrogate(heardAt(HIDDEN, T + 400)), told);
});

Deno.test("what is signed is that and nothing else", () => {
  const world = testWorld("triangulation", T + 1000);
  const ears: Ears = (call) => call === "OE2FND-7" ? [heardAt(HIDDEN)] : [];
  const answering = new Answering({
    identity: { instance: "b.example", key: B, history: [], rotations: [] },
    world,
    ears,
    use: () => {},
    originView: () => undefined,
    canJudge: () => true,
    requireKnown: () => false,
    reveal: () => false,
  });
  for (const { body } of questions(3).slice(0, 200)) {
    const { nonce, target, ...question } = body;
    const { frame } = signQuestion(question, { asker: "a.example", target, nonce, at: world.now() }, A);
    const { verified } = judgeFrame(answering.answer(frame), [B.publicKey]).open();
    const found = nearest(ears, body, world.now());
    assert.deepEqual(
      Object.fromEntries(verified!.body),
      {
        nonce,
        queryHash: sha256Hex((readFrame(frame) as { frame: { payload: Uint8Array } }).frame.payload),
        corroborated: found !== undefined,
        ...(found && { distanceCm: found.distanceM * 100, ts: found.at }),
      },
    );
  }
});

Deno.test("the rings of 10,000 answers still meet in more than a hundred metres each way", () => {
  const told = interrogate(heardAt(HIDDEN), 2);
  // Rings around the cells that were asked about, each once; a cell's answer is the same whatever was asked of it.
  const rings = new Map<string, { centre: Place; far: number }>();
  for (const { centre, distanceM: far } of told) {
    if (far === undefined) continue;
    const cell = snapped(toE7(centre));
    const key = JSON.stringify(cell);
    assert.ok((rings.get(key)?.far ?? far) === far, "one distance for each cell, whatever else is asked");
    rings.set(key, { centre: fromE7(cell), far });
  }
  assert.ok(rings.size > 10, String(rings.size));
  const left: Place[] = [];
  for (let north = -600; north <= 600; north += 10) {
    for (let east = -600; east <= 600; east += 10) {
      const place = off(north, east, HIDDEN);
      const fits = [...rings.values()].every(({ centre, far }) => {
        const apart = distanceM(centre, place);
        return apart <= far + CELL_SLACK_M && apart >= far - BUCKET_M - CELL_SLACK_M;
      });
      if (fits) left.push(place);
    }
  }
  const spread = (values: number[]) => Math.max(...values) - Math.min(...values);
  const high = spread(left.map(({ lat }) => lat)) * 111_195;
  const wide = spread(left.map(({ lon }) => lon)) * 111_195 * Math.cos(HIDDEN.lat * Math.PI / 180);
  assert.ok(high >= BUCKET_M && wide >= BUCKET_M, `${high} m by ${wide} m`);
  assert.ok(left.length >= 100, "a hundred metres square at least, in steps of ten");
});
