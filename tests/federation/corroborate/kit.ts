/** Instances that hear and are asked: a program with a box whose site is trusted, and askers that sign what they like. */
import assert from "node:assert/strict";
import type { Place } from "../../../src/base/mod.ts";
import { newPeer, type Peer } from "../../../src/federation/tables/peer_store.ts";
import { judgeAnswer, type Word } from "../../../src/federation/corroborate/answer.ts";
import {
  type Question,
  questionOf,
  type SignedQuestion,
  signQuestion,
  type Sought,
} from "../../../src/federation/corroborate/question.ts";
import { readSigningKey, type SigningKey } from "../../../src/wire/mod.ts";
import type { Environment } from "../../../src/settings/mod.ts";
import { Client, type Reply, type TestApp, testApp } from "../../kit/app.ts";
import { enrolBox, rf, type TestBox } from "../../kit/boxes.ts";
import type { TestWorld } from "../../kit/world.ts";
import { seedOf } from "../../routes/federation/instances.ts";

export const HERE = "b.example", ASKER = "a.example";
export const PLACE = { lat: 48.2083, lon: 16.3731 };
export const FINDER = "OE2FND-7";
/** The key that an instance of the tests signs with. */
export const keyOf = (id: string): SigningKey => readSigningKey(seedOf(id))!;

const minutes = (degrees: number, digits: number, signs: string): string => {
  const hundredths = Math.round(Math.abs(degrees) * 6000);
  const whole = String(Math.floor(hundredths / 6000)).padStart(digits, "0");
  const rest = (hundredths % 6000 / 100).toFixed(2).padStart(5, "0");
  return `${whole}${rest}${signs[degrees < 0 ? 1 : 0]}`;
};
/** A monitor line of a station at a place. */
export const beacon = (call: string, { lat, lon }: Place, path = ""): string =>
  `${call}>APRS${path}:!${minutes(lat, 2, "NS")}/${minutes(lon, 3, "EW")}>`;

/** A place so many metres north and east of another. */
export const off = (north: number, east = 0, from: Place = PLACE): Place => ({
  lat: from.lat + north / 111_195,
  lon: from.lon + east / 111_195 / Math.cos(from.lat * Math.PI / 180),
});

/** A box of the app hears a station, directly unless told otherwise. */
export async function hears(box: TestBox, call: string, at: Place, more: Record<string, unknown> = {}) {
  const { path = "", site = "OE1XYZ-10", ...over } = more as { path?: string; site?: string };
  const posted = await box.post("/ingest", { packets: [rf(box.app, beacon(call, at, path), site, over)] });
  assert.deepEqual([posted.status, posted.body.rejected], [200, []], posted.text);
}

/** An instance with a trusted site under a box of its own. */
export async function witness(
  env: Environment = {},
  options: { world?: TestWorld } = {},
): Promise<{ app: TestApp; box: TestBox }> {
  const app = testApp({
    INSTANCE_ID: HERE,
    FED_PRIVATE_KEY: seedOf(HERE),
    POS_MIN_INTERVAL_S: "0",
    POS_MIN_MOVE_M: "0",
    ...env,
  }, options);
  const box = await enrolBox(app, "box-on-the-hill", { callsign: "OE1XYZ", sites: ["OE1XYZ-10"] });
  return { app, box };
}

/** Writes an instance down as a peer, with the key that the tests give it. */
export function knows(app: TestApp, id: string, over: Partial<Peer> = {}): Peer {
  const { publicKey } = keyOf(id);
  return app.db.writeNow((tx) =>
    app.federation.store.peers.add(tx, {
      ...newPeer({ url: `https://${id}`, addedVia: "admin", addedAt: app.world.now() }),
      instance: id,
      pin: publicKey,
      accept: [{ x: publicKey }],
      trust: "trusted",
      ...over,
    })
  );
}

export interface Ask {
  asker?: string;
  target?: string;
  nonce?: string;
  at?: number;
  key?: SigningKey;
}
let nonces = 0;
export const freshNonce = (): string => String(++nonces).padStart(32, "0");

export const sought = (app: TestApp, over: Partial<Sought> = {}): Sought => ({
  call: FINDER,
  ...PLACE,
  radiusM: 150,
  since: app.world.now() - 1800,
  until: app.world.now() + 60,
  excludeIgates: ["OE2FND"],
  ...over,
});

/** Signs a question as its asker would. */
export function signed(app: TestApp, question: Question, ask: Ask = {}): SignedQuestion {
  const { asker = ASKER, target = HERE, nonce = freshNonce(), at = app.world.now() } = ask;
  return signQuestion(question, { asker, target, nonce, at }, ask.key ?? keyOf(asker));
}

let hosts = 0;
/** Somebody from a network of their own. */
export const stranger = (app: TestApp): Client => {
  hosts++;
  return new Client(app, {}, `198.51.${(hosts >> 8) % 256}.${hosts % 256}`);
};

export const put = (client: Client, frame: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  client.send("POST", "/federation/corroborate", frame, { "content-type": "application/cbor", ...headers });

/** The bytes of an answer, as the client's text cannot show them. */
export async function answerBytes(app: TestApp, frame: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const request = new Request("http://localhost:8787/federation/corroborate", {
    method: "POST",
    body: frame,
    headers: { host: "localhost:8787", "content-type": "application/cbor" },
  });
  hosts++;
  const remote = `198.51.${(hosts >> 8) % 256}.${hosts % 256}`;
  const reply = await app.handler(request, { remoteAddr: { hostname: remote } });
  const bytes = new Uint8Array(await reply.arrayBuffer());
  assert.equal(reply.status, 200, new TextDecoder().decode(bytes));
  assert.equal(reply.headers.get("content-type"), "application/cbor");
  return bytes;
}

/** Asks as a well-behaved instance: what it may conclude. */
export async function ask(
  app: TestApp,
  over: Partial<Question> | ((question: Question) => Question) = {},
  how: Ask & { reveal?: boolean } = {},
): Promise<Word> {
  const plain = questionOf(sought(app))!;
  const question = typeof over === "function" ? over(plain) : { ...plain, ...over };
  const sent = signed(app, question, how);
  const bytes = await answerBytes(app, sent.frame);
  return judgeAnswer(bytes, {
    question,
    nonce: sent.nonce,
    hash: sent.hash,
    instance: HERE,
    keys: [keyOf(HERE).publicKey],
    now: app.world.now(),
    reveal: how.reveal ?? false,
  });
}

export type { Reply };
