/** Spokes of tests: whole programs behind a hub, and forged ones that send whatever they like. */
import { sha256, toBase64Url, toHex } from "../../../src/base/mod.ts";
import { spokeText } from "../../../src/http/mod.ts";
import {
  type Bodies,
  encodePage,
  makeGid,
  type PublishedKind,
  readSigningKey,
  RECORDS,
  signFrame,
  type SigningKey,
  type SyncPage,
} from "../../../src/wire/mod.ts";
import type { Environment } from "../../../src/settings/mod.ts";
import { cacheBody } from "../../federation/node.ts";
import type { Client, Reply, TestApp } from "../../kit/app.ts";
import type { TestWorld } from "../../kit/world.ts";
import { type Instance, instance, seedOf } from "./instances.ts";

export const SUBMIT_SECRET = "submit-secret-of-the-tests";
export const RELAY_SECRET = "relay-secret-of-the-tests";

/** What makes an instance a hub. */
export const HUB = {
  INSTANCE_ID: "hub.example",
  FED_PRIVATE_KEY: seedOf("hub.example"),
  FED_SUBMIT_SECRET: SUBMIT_SECRET,
  FED_RELAY_SECRET: RELAY_SECRET,
};
export const hubOf = (env: Environment = {}, world?: TestWorld): Instance =>
  instance("hub.example", { ...HUB, ...env }, world);
export const spokeOf = (hub: Instance, id = "spoke.example", env: Environment = {}, world?: TestWorld) =>
  instance(id, {
    FED_HUB_URL: hub.url,
    FED_SUBMIT_SECRET: SUBMIT_SECRET,
    FED_RELAY_SECRET: RELAY_SECRET,
    ...env,
  }, world);

export const keyOf = (text: string): SigningKey => readSigningKey(toBase64Url(sha256(`seed of ${text}`)))!;

export interface Sending {
  /** x-fed-since; the page's start is not named when undefined. */
  since?: number;
  /** Sign the request, with this key. */
  sign?: SigningKey | false;
  /** Under this name; the page's unless told. */
  as?: string;
  at?: number;
  headers?: Record<string, string>;
  secret?: string;
}

/** Somebody who speaks to a hub as a spoke does, or as one does not. */
export class Spoke {
  constructor(
    readonly app: TestApp,
    readonly id: string,
    readonly key: SigningKey = keyOf(id),
    readonly client: Client = app.visitor,
  ) {}

  /** A signed record. */
  frame<K extends PublishedKind>(
    kind: K,
    v: number,
    body: Bodies[K],
    over: { gid?: string; origin?: string; at?: number; key?: SigningKey } = {},
  ): Uint8Array<ArrayBuffer> {
    const origin = over.origin ?? this.id;
    return signFrame({
      type: RECORDS[kind].type,
      gid: over.gid ?? makeGid(origin, kind, v),
      origin,
      v,
      at: over.at ?? this.app.world.now(),
      body: RECORDS[kind].write(body),
    }, over.key ?? this.key);
  }
  cache = (v: number, title = `cache ${v}`, over = {}) => this.frame("cache", v, cacheBody(title), over);

  page(frames: Uint8Array[], nextCursor: number, over: Partial<SyncPage> = {}): Uint8Array<ArrayBuffer> {
    return encodePage({ instance: this.id, nextCursor, complete: true, frames, ...over });
  }

  /** The headers of a request that a spoke signs. */
  signed(
    method: string,
    target: string,
    body = new Uint8Array(),
    sending: Sending = {},
  ): Record<string, string> {
    const at = String(sending.at ?? this.app.world.now());
    const key = sending.sign || this.key;
    return {
      "x-relay-instance": sending.as ?? this.id,
      "x-relay-at": at,
      "x-relay-sig": key.signText(spokeText(method, target, at, body)),
    };
  }

  /** Submits a page. Signed, unless told otherwise. */
  submit(body: Uint8Array<ArrayBuffer>, sending: Sending = {}): Promise<Reply> {
    return this.client.send("POST", "/federation/submit", body, {
      "content-type": "application/cbor",
      "x-fed-secret": sending.secret ?? SUBMIT_SECRET,
      ...(sending.since === undefined ? {} : { "x-fed-since": String(sending.since) }),
      ...(sending.sign === false ? {} : this.signed("POST", "/federation/submit", body, sending)),
      ...sending.headers,
    });
  }
  /** Submits frames as one page that begins at `since`. */
  push(frames: Uint8Array[], since: number, nextCursor: number, sending: Sending = {}): Promise<Reply> {
    return this.submit(this.page(frames, nextCursor), { since, ...sending });
  }

  marks(sending: Sending = {}): Promise<Reply> {
    return this.client.get("/federation/submit/marks", {
      "x-fed-secret": sending.secret ?? SUBMIT_SECRET,
      ...this.signed("GET", "/federation/submit/marks", undefined, sending),
      ...sending.headers,
    });
  }
  get(target: string, headers: Record<string, string> = {}, sending: Sending = {}): Promise<Reply> {
    return this.client.get(target, { ...this.signed("GET", target, undefined, sending), ...headers });
  }
  lease = (sending: Sending = {}) => this.get("/federation/relay/lease", {}, sending);
  answer(body: Record<string, unknown>, sending: Sending = {}): Promise<Reply> {
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    return this.client.send("POST", "/federation/relay/answer", bytes, {
      "content-type": "application/json",
      ...this.signed("POST", "/federation/relay/answer", bytes, sending),
    });
  }
}

/** A rotation record from one key to the next. */
export function rotation(from: SigningKey, to: SigningKey, at: number) {
  const record = { at, key: to.publicKey, prevKey: from.publicKey };
  const text = `svc-rot/1\n{"at":${at},"key":"${to.publicKey}","prevKey":"${from.publicKey}"}`;
  return { ...record, sig: from.signText(text) };
}

/** Sixteen bytes as hex, for ids and tickets that nobody has. */
export const guess = (text: string): string => toHex(sha256(text).slice(0, 16));
