/** What an enrolled receiver box signs of a request (API "Ingest box signatures"). One text for the gate and the box. */
import { sha256Hex } from "../base/mod.ts";

/** Method, path with query, time, nonce and the body's SHA-256, under the prefix svc-box/1. */
export const boxText = (
  method: string,
  target: string,
  at: string,
  nonce: string,
  body: Uint8Array,
): string => `svc-box/1\n${method} ${target}\n${at}\n${nonce}\n${sha256Hex(body)}`;
