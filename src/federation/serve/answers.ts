/** The public sync surfaces as answers to a query, before any HTTP: routes and the simulator serve the same. */
import { encodePage, isInstanceId, isRecordKind, isSequenceKind, MAX_PAGE_FRAMES } from "../../wire/mod.ts";
import { fedFailure } from "../errors.ts";
import { readRegion, type Region } from "./region.ts";
import { readLimit, readSince, type Summary } from "./ask.ts";
import type { Serving } from "./serve.ts";

/**
 * Query parameters as they came. A number that cannot be read counts as its default; a box that cannot be read is
 * refused.
 */
type Given<Names extends string> = { readonly [Name in Names]?: string | undefined };
type FeedQuery = Given<"since" | "sinceId" | "limit" | "bbox">;
type OriginQuery = Given<"origin" | "kind" | "since" | "limit" | "for" | "bbox">;
type SummaryQuery = Given<"for" | "bbox" | "after">;

/** The asker as it names itself; an invalid name is ignored. */
const askerOf = (name: string | undefined): { asker?: string } =>
  name !== undefined && isInstanceId(name) ? { asker: name } : {};

/** The box of a request. It is checked wherever it is given, and used for caches alone. */
function regionOf(bbox: string | undefined): Region | undefined {
  if (bbox === undefined) return undefined;
  const region = readRegion(bbox);
  if (region === undefined) throw fedFailure.bad_area();
  return region;
}

/** `GET /federation/sync/<type>`: a page of own records of one kind, CBOR. Throws `not_served`, `bad_area`. */
export async function feedAnswer(
  serving: Serving,
  type: string,
  { since, sinceId, limit, bbox }: FeedQuery,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!isRecordKind(type)) throw fedFailure.not_served();
  const region = regionOf(bbox);
  const page = await serving.feed(type, {
    since: readSince(since),
    limit: readLimit(limit),
    ...(sinceId === undefined ? {} : { sinceId: readSince(sinceId) }),
    ...(region && type === "cache" ? { region } : {}),
  });
  if (!page) throw fedFailure.not_served();
  return encodePage(page);
}

/**
 * `GET /federation/sync/origin`: a page of one origin's records of one kind, as it signed them, CBOR. Throws
 * `not_served`, `bad_origin`, `bad_kind`, `bad_area`.
 */
export async function originAnswer(
  serving: Serving,
  { origin = "", kind = "", since, limit, bbox, ...query }: OriginQuery,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!isInstanceId(origin)) throw fedFailure.bad_origin();
  if (!isSequenceKind(kind)) throw fedFailure.bad_kind();
  const region = regionOf(bbox);
  const page = await serving.originPage({
    origin,
    kind,
    since: readSince(since),
    limit: Math.min(readLimit(limit), MAX_PAGE_FRAMES),
    ...askerOf(query.for),
    ...(region && kind === "cache" ? { region } : {}),
  });
  if (!page) throw fedFailure.not_served();
  return encodePage(page);
}

/** `GET /federation/sync/summary`. Throws `not_served`, `bad_area`. */
export function summaryAnswer(serving: Serving, { bbox, after, ...query }: SummaryQuery): Summary {
  const region = regionOf(bbox);
  const summary = serving.summary({
    ...askerOf(query.for),
    ...(region ? { region } : {}),
    ...(after === undefined ? {} : { after }),
  });
  if (!summary) throw fedFailure.not_served();
  return summary;
}
