/** The public sync surfaces as answers to a path and query, before any HTTP: routes and the simulator serve the same. */
import { utf8 } from "../../base/mod.ts";
import { encodePage, isInstanceId, isRecordKind, isSequenceKind, MAX_PAGE_FRAMES } from "../../wire/mod.ts";
import { readRegion } from "./region.ts";
import { readLimit, readSince, type Serving } from "./serve.ts";

export interface SurfaceAnswer {
  status: number;
  type: "application/cbor" | "application/json";
  bytes: Uint8Array<ArrayBuffer>;
}

const refusal = (status: number, reason: string, error: string): SurfaceAnswer => ({
  status,
  type: "application/json",
  bytes: utf8(JSON.stringify({ error, reason })),
});
const ok = (type: SurfaceAnswer["type"], bytes: Uint8Array<ArrayBuffer>): SurfaceAnswer => ({
  status: 200,
  type,
  bytes,
});

const notServed = () => refusal(404, "not_served", "Nothing is served here under that name");
const badBox = () => refusal(400, "bad_bbox", "bbox takes S,W,N,E in degrees, S not above N");

/** The asker as it names itself; a name that is none is ignored. */
const askerOf = (query: URLSearchParams): { asker?: string } => {
  const asker = query.get("for");
  return asker !== null && isInstanceId(asker) ? { asker } : {};
};

/** `GET /federation/sync/<type>`: own records of one kind. */
export async function feedAnswer(
  serving: Serving,
  type: string,
  query: URLSearchParams,
): Promise<SurfaceAnswer> {
  if (!isRecordKind(type)) return notServed();
  const bbox = query.get("bbox");
  const region = bbox === null || type !== "cache" ? undefined : readRegion(bbox);
  if (bbox !== null && type === "cache" && region === undefined) return badBox();
  const sinceId = query.get("sinceId");
  const page = await serving.feed(type, {
    since: readSince(query.get("since")),
    limit: readLimit(query.get("limit")),
    ...(sinceId === null ? {} : { sinceId }),
    ...(region ? { region } : {}),
  });
  return page ? ok("application/cbor", encodePage(page)) : notServed();
}

/** `GET /federation/sync/origin`: one origin's records of one kind, as it signed them. */
export async function originAnswer(serving: Serving, query: URLSearchParams): Promise<SurfaceAnswer> {
  const origin = query.get("origin") ?? "", kind = query.get("kind") ?? "";
  if (!isInstanceId(origin)) return refusal(400, "bad_origin", "origin takes an instance id");
  if (!isSequenceKind(kind)) {
    return refusal(400, "bad_kind", "kind takes cache, find, tombstone or account-move");
  }
  const bbox = query.get("bbox");
  const region = bbox === null || kind !== "cache" ? undefined : readRegion(bbox);
  if (bbox !== null && kind === "cache" && region === undefined) return badBox();
  const page = await serving.originPage({
    origin,
    kind,
    since: readSince(query.get("since")),
    limit: Math.min(readLimit(query.get("limit")), MAX_PAGE_FRAMES),
    ...askerOf(query),
    ...(region ? { region } : {}),
  });
  return page ? ok("application/cbor", encodePage(page)) : notServed();
}

/** `GET /federation/sync/summary`. */
export function summaryAnswer(serving: Serving, query: URLSearchParams): SurfaceAnswer {
  const bbox = query.get("bbox");
  const region = bbox === null ? undefined : readRegion(bbox);
  if (bbox !== null && region === undefined) return badBox();
  const after = query.get("after");
  const summary = serving.summary({
    ...askerOf(query),
    ...(region ? { region } : {}),
    ...(after === null ? {} : { after }),
  });
  return summary ? ok("application/json", utf8(JSON.stringify(summary))) : notServed();
}
