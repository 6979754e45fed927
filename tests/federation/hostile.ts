/** Tools of an instance that does not play by the rules. */
import {
  type CborMap,
  type CborValue,
  encodeCbor,
  encodePage,
  signedBytes,
  type SigningKey,
  type SyncPage,
} from "../../src/wire/mod.ts";
import { utf8 } from "../../src/base/mod.ts";
import type { Reply } from "../../src/federation/pull/effects.ts";
import { keyFrom, Node } from "./node.ts";

export interface Forgery {
  type?: number;
  gid?: string;
  origin?: string;
  v?: number;
  at?: number;
  signer?: string;
  body?: CborMap;
}

/** Signs whatever it is told to. */
export function forge(record: Forgery, key: SigningKey, options: {
  payload?: (payload: Uint8Array) => Uint8Array;
  outer?: (outer: CborMap) => void;
  domain?: (payload: Uint8Array) => Uint8Array;
  shownKey?: string;
} = {}): Uint8Array<ArrayBuffer> {
  const fields: [number, CborValue | undefined][] = [
    [1, record.type],
    [2, record.gid],
    [3, record.origin],
    [4, record.v],
    [5, record.at],
    [6, record.signer],
    [7, record.body],
  ];
  const map: CborMap = new Map(
    fields.filter((field): field is [number, CborValue] => field[1] !== undefined),
  );
  const plain = encodeCbor(map);
  const payload = options.payload?.(plain) ?? plain;
  const outer: CborMap = new Map<number, CborValue>([
    [1, payload],
    [2, options.shownKey ?? key.publicKey],
    [3, key.sign(options.domain?.(payload) ?? signedBytes(payload))],
  ]);
  options.outer?.(outer);
  return encodeCbor(outer);
}

/** A neighbour whose every answer can be replaced. */
export class Liar extends Node {
  /** Answers by path up to the query, or by the whole path; what is not here is answered honestly. */
  readonly lies = new Map<string, (path: string, honest: () => Promise<Reply>) => Reply | Promise<Reply>>();
  asked: string[] = [];

  override async answer(path: string): Promise<Reply> {
    this.asked.push(path);
    const lie = this.lies.get(path.split("?")[0]!);
    return lie ? await lie(path, () => super.answer(path)) : await super.answer(path);
  }

  /** Answers pages of one origin and kind with these frames, and the summary with numbers that make a reader come. */
  serve(origin: string, kind: string, frames: Uint8Array[], page: Partial<SyncPage> = {}): void {
    const top = page.nextCursor ?? 9_000_000_000_000;
    this.lies.set("/federation/sync/origin", async (path, honest) => {
      const query = new URL(path, "http://x").searchParams;
      if (query.get("origin") !== origin || query.get("kind") !== kind) return await honest();
      return cbor({
        instance: this.id,
        nextCursor: top,
        complete: true,
        frames,
        hops: frames.map(() => 0),
        held: top,
        ...page,
      });
    });
    this.lies.set("/federation/sync/summary", () =>
      json({
        instance: this.id,
        origins: [{
          origin,
          held: { [kind]: page.held ?? top },
          top: { [kind]: top },
          publicKey: keyFrom(`${origin} 0`).publicKey,
          publicKeys: [],
          rotations: [],
        }],
        complete: true,
      }));
  }
}

export const json = (value: unknown, status = 200): Reply => ({ status, bytes: utf8(JSON.stringify(value)) });
export const cbor = (page: SyncPage): Reply => ({ status: 200, bytes: encodePage(page) });
