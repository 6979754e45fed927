/** A frame, page or list of frames as text for a person, with what each check says of it. */
import {
  ALL_RECORDS,
  type CborValue,
  decodeCbor,
  fingerprintOf,
  isPublicKey,
  type ReadFrame,
  readFrame,
  readGid,
  readPage,
  showFingerprint,
  verifyFrame,
} from "../../wire/mod.ts";
import { FUTURE_S } from "../tables/record_store.ts";
import { unscaled } from "./bodies.ts";

const utc = (seconds: number): string =>
  seconds <= 8_640_000_000_000
    ? new Date(seconds * 1000).toISOString().replace(".000Z", " UTC").replace("T", " ")
    : String(seconds);

/** Diagnostic text of a value, on one line. */
function text(value: CborValue): string {
  if (value instanceof Uint8Array) return `h'${value.toHex()}'`;
  if (Array.isArray(value)) return `[${value.map(text).join(", ")}]`;
  if (value instanceof Map) return `{${[...value].map(([key, item]) => `${key}: ${text(item)}`).join(", ")}}`;
  return JSON.stringify(value);
}

interface Check {
  name: string;
  ok: boolean;
  says: string;
}

function checksOf(frame: ReadFrame, now: number): Check[] {
  const record = ALL_RECORDS.find((one) => one.type === frame.type);
  const gid = readGid(frame.gid);
  const body = record?.read(frame.body);
  const goodKey = isPublicKey(frame.signerKey);
  const verified = verifyFrame(frame, [frame.signerKey]) !== undefined;
  return [
    {
      name: "key",
      ok: goodKey,
      says: goodKey ? showFingerprint(fingerprintOf(frame.signerKey)) : "no valid Ed25519 key",
    },
    {
      name: "signature",
      ok: verified,
      says: verified ? "holds under that key; compare its fingerprint" : "does not hold",
    },
    { name: "type", ok: record !== undefined, says: record?.name ?? `${frame.type} is unknown` },
    {
      name: "signer",
      ok: frame.signer === frame.origin,
      says: frame.signer === frame.origin ? "is the origin" : `${frame.signer} signs for ${frame.origin}`,
    },
    {
      name: "global id",
      ok: gid?.origin === frame.origin && (record === undefined || gid.word === record.word),
      says: gid?.origin === frame.origin
        ? `a ${gid.word} of the origin`
        : "lies outside the origin's namespace",
    },
    {
      name: "time",
      ok: frame.at <= now + FUTURE_S,
      says: frame.at <= now + FUTURE_S ? utc(frame.at) : `${utc(frame.at)} lies ahead of this clock`,
    },
    {
      name: "body",
      ok: body?.ok ?? false,
      says: body === undefined
        ? "of an unknown type"
        : body.ok
        ? "fits its declaration"
        : `does not fit: ${body.problem}`,
    },
  ];
}

/** How the line of a check begins that does not hold. */
const REFUSED = "  REFUSED";

function frameLines(bytes: Uint8Array, now: number): string[] {
  const read = readFrame(bytes);
  if (!read.ok) return [`frame of ${bytes.length} bytes`, `${REFUSED}  ${read.problem}`];
  const { frame } = read;
  const record = ALL_RECORDS.find((one) => one.type === frame.type);
  const body = record?.read(frame.body);
  const shown = body?.ok
    ? Object.entries(unscaled(body.body)).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    : [...frame.body].map(([name, value]) => `${name}: ${text(value)}`);
  return [
    `frame of ${bytes.length} bytes: ${frame.gid} v${frame.v}`,
    ...checksOf(frame, now).map(({ name, ok, says }) =>
      `${ok ? "  ok     " : REFUSED}  ${name.padEnd(9)}  ${says}`
    ),
    ...shown.map((line) => `    ${line}`),
  ];
}

interface Described {
  lines: string[];
  /** Whether a check refuses any of it, or it is not a frame at all. */
  refused: boolean;
}

/** What a file holds: a frame, a sync page, or an array of frames (a batch's payload). */
export function describeFile(bytes: Uint8Array, now: number): Described {
  const decoded = decodeCbor(bytes);
  if (!decoded.ok) return { lines: [`not canonical CBOR: ${decoded.problem}`], refused: true };
  const lines = linesOf(bytes, decoded.value, now);
  if (!lines) return { lines: ["neither a frame nor a page:", `  ${text(decoded.value)}`], refused: true };
  return { lines, refused: lines.some((line) => line.startsWith(REFUSED)) };
}

function linesOf(bytes: Uint8Array, value: unknown, now: number): string[] | undefined {
  const page = readPage(bytes);
  if (page.ok) {
    const { instance, nextCursor, complete, frames, nextId, hops, held, gaps, hopGaps } = page.page;
    const facts = { nextCursor, complete, nextId, hops, held, gaps, hopGaps };
    return [
      `page of ${instance}, ${frames.length} frames, ${bytes.length} bytes; its own fields are not signed`,
      ...Object.entries(facts).filter(([, it]) => it !== undefined).map(([name, it]) =>
        `  ${name}: ${JSON.stringify(it)}`
      ),
      ...frames.flatMap((frame) => ["", ...frameLines(frame, now)]),
    ];
  }
  if (Array.isArray(value) && value.length > 0 && value.every((item) => item instanceof Uint8Array)) {
    return [`${value.length} frames`, ...value.flatMap((frame) => ["", ...frameLines(frame, now)])];
  }
  if (value instanceof Map && value.get(1) instanceof Uint8Array) return frameLines(bytes, now);
  return undefined;
}
