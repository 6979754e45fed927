/** Receiver boxes for tests: enrolled over HTTP, signing their own requests. */
import assert from "node:assert/strict";
import { toBase64Url } from "../../src/base/mod.ts";

import {
  ANSWER_HEADERS,
  answerText,
  boxText,
  readSigningKey,
  signDocument,
  type SigningKey,
} from "../../src/wire/mod.ts";
import { Client, type Reply, type TestApp } from "./app.ts";

let seeds = 0;

/** A fresh Ed25519 key. */
export function newKey(): SigningKey {
  const seed = new Uint8Array(32);
  new DataView(seed.buffer).setUint32(0, ++seeds);
  return readSigningKey(toBase64Url(seed))!;
}

/** A box that signs what it sends. */
export class TestBox {
  #nonce = 0;
  constructor(readonly app: TestApp, readonly id: string, readonly key: SigningKey) {}

  /** Headers that sign a request. */
  sign(method: string, path: string, body: string, nonce = `nonce-of-the-box-${this.id}-${this.#nonce++}`) {
    const at = String(this.app.world.now());
    const text = boxText(method, path, at, nonce, new TextEncoder().encode(body));
    return {
      "x-box-id": this.id,
      "x-box-at": at,
      "x-box-nonce": nonce,
      "x-box-sig": this.key.signText(text),
    };
  }
  get = (path: string): Promise<Reply> => new Client(this.app, this.sign("GET", path, "")).get(path);
  post(path: string, body: unknown): Promise<Reply> {
    const text = JSON.stringify(body);
    return new Client(this.app, this.sign("POST", path, text)).post(path, text, {
      "content-type": "application/json",
    });
  }
}

/** What a box sends to enrol. */
export function enrolment(app: TestApp, code: string, box: string, key: SigningKey) {
  const document = { at: app.world.now(), box, code, key: key.publicKey };
  return { ...document, sig: signDocument("svc-box-enroll/1", document, key) };
}

/** Enrols a box; the code is made by the operator secret, or by `by`. */
export async function enrolBox(
  app: TestApp,
  id: string,
  options: { callsign?: string; by?: Client; sites?: string[]; services?: boolean } = {},
): Promise<TestBox> {
  const by = options.by ?? app.operator;
  const made = await by.post(
    "/api/admin/boxes/codes",
    options.callsign ? { callsign: options.callsign } : {},
  );
  assert.equal(made.status, 201, made.text);
  const key = newKey();
  const enrolled = await app.visitor.post("/ingest/enroll", enrolment(app, made.body.code, id, key));
  assert.equal(enrolled.status, 201, enrolled.text);
  if (options.sites) {
    const trusted = await app.operator.post(`/api/admin/boxes/${id}/trust`, {
      trusted: true,
      sites: options.sites,
    });
    assert.equal(trusted.status, 200, trusted.text);
  }
  if (options.services) {
    assert.equal(
      (await app.operator.post(`/api/admin/boxes/${id}/services`, { services: true })).status,
      200,
    );
  }
  return new TestBox(app, id, key);
}

/**
 * Headers by which a made-up gateway proves an answer to be its own, to a box's request with these headers: `nowMs` is the
 * time that it says, `key` what it signs with.
 */
export function provenBy(
  asked: HeadersInit | undefined,
  { instance = "gw.example", nowMs, key }: { instance?: string; nowMs: number; key?: SigningKey },
): Record<string, string> {
  const nonce = new Headers(asked).get(ANSWER_HEADERS.nonce) ?? "", at = String(Math.floor(nowMs));
  return {
    [ANSWER_HEADERS.instance]: instance,
    [ANSWER_HEADERS.nonce]: nonce,
    [ANSWER_HEADERS.at]: at,
    ...(key && { [ANSWER_HEADERS.sig]: key.signText(answerText(instance, nonce, at)) }),
  };
}

/** A posted packet heard on RF. */
export const rf = (app: TestApp, raw: string, site: string, more: Record<string, unknown> = {}) => ({
  raw,
  heardAt: app.world.now(),
  via: "rf",
  port: "kiss",
  site,
  ...more,
});
