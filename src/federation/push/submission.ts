/** A submission as it was read; nothing of it is verified yet. */
import {
  isRecordKind,
  kindOfType,
  MAX_PAGE_FRAMES,
  type ReadFrame,
  readFrame,
  readPage,
  type RecordKind,
  type SyncPage,
  verifyFrame,
} from "../../wire/mod.ts";
import { MAX_ROTATIONS } from "../keys/resolve_keys.ts";
import type { Rotation } from "../tables/peer_store.ts";
import { readRotations } from "../peers/descriptor.ts";
import { MAX_NUMBER } from "../tables/numbers.ts";
import { pushFailure } from "./errors.ts";

/** Characters of x-fed-rotations. */
const MAX_ROTATIONS_HEADER = 16 * 1024;

export interface Submission {
  page: SyncPage;
  /** The number after which the page begins; `undefined`: it moves no mark. */
  since: number | undefined;
  rotations: Rotation[];
  kind: RecordKind;
  /** The one key of the submission: that of its first frame that can be read. */
  key: string;
  /** That frame is signed under it: the page's instance has the key, or somebody has seen its frames. */
  proven: boolean;
}

export interface SubmissionHeaders {
  since: string | undefined;
  rotations: string | undefined;
}

function rotationsOf(header: string | undefined): Rotation[] {
  if (header === undefined) return [];
  if (header.length > MAX_ROTATIONS_HEADER) throw pushFailure.bad_rotations();
  let list: unknown;
  try {
    list = JSON.parse(header);
  } catch {
    throw pushFailure.bad_rotations();
  }
  if (!Array.isArray(list) || list.length > MAX_ROTATIONS) throw pushFailure.bad_rotations();
  return readRotations(list);
}

function sinceOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (!/^\d{1,16}$/.test(header) || Number(header) > MAX_NUMBER) throw pushFailure.bad_since();
  return Number(header);
}

/** Reads a submission, or throws `bad_page`, `bad_since`, `bad_rotations`, `no_frame`. */
export function readSubmission(bytes: Uint8Array, headers: SubmissionHeaders): Submission {
  const read = readPage(bytes, MAX_PAGE_FRAMES);
  if (!read.ok) throw pushFailure.bad_page({ why: read.problem });
  const { page } = read;
  if (page.nextCursor > MAX_NUMBER) throw pushFailure.bad_page({ why: "numbers are too high" });
  const since = sinceOf(headers.since);
  const rotations = rotationsOf(headers.rotations);
  const first = firstOf(page);
  const kind = first && kindOfType(first.type);
  if (!first || kind === undefined || !isRecordKind(kind)) throw pushFailure.no_frame();
  const key = first.signerKey;
  return { page, since, rotations, kind, key, proven: verifyFrame(first, [key]) !== undefined };
}

/** The first frame that can be read and says to be of the instance that the page names. */
function firstOf(page: SyncPage): ReadFrame | undefined {
  for (const bytes of page.frames) {
    const read = readFrame(bytes);
    if (read.ok && read.frame.origin === page.instance) return read.frame;
  }
  return undefined;
}
