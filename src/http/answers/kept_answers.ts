/**
 * Shared answers that are asked for gzipped again and again: what was worked out for one, its version and its gzipped
 * form, is used for the next as long as both say the same. Bounded; an answer that was asked for once is not kept. Nor is
 * one that goes out as it is: its version alone costs less to work out than memory that changes all the time.
 */
import { contentTag, hasVersion, WholeAnswer, type Worked } from "./answer.ts";
import { isLarge, takesGzip } from "./compress.ts";

/** Characters of all answers that are kept together. */
const ROOM = 4_000_000;
/** Longest answer that is kept, in characters: none pushes most others out. */
const LONGEST = ROOM / 8;
/** Addresses that are remembered as asked for once, and the longest that is. */
const ONCE = 4096, LONGEST_ADDRESS = 300;

/** What is known of the contents of addresses. */
export class KeptAnswers {
  /** By address; the one that was used last stands last. */
  readonly #kept = new Map<string, Worked>();
  #once = new Set<string>();
  #held = 0;

  constructor(readonly room = ROOM) {}

  /** Characters that are held. */
  get held(): number {
    return this.#held;
  }

  /** What is known of the content that answers this request. */
  of({ target, headers }: { target: string; headers: Headers }, sent: WholeAnswer["sent"]): Worked {
    return isLarge(sent) && takesGzip(headers)
      ? this.packable(target, sent)
      : { sent, tag: contentTag(sent) };
  }

  /** What is known of the content that an address has now, and that goes out gzipped. */
  packable(address: string, sent: WholeAnswer["sent"]): Worked {
    const known = this.#kept.get(address);
    // Text alone: comparing it costs a hundredth of what hashing does, and bytes are files that are kept elsewhere.
    if (known?.sent === sent) {
      this.#kept.delete(address);
      this.#kept.set(address, known);
      return known;
    }
    const worked: Worked = { sent, tag: contentTag(sent) };
    if (typeof sent !== "string" || sent.length > LONGEST || address.length > LONGEST_ADDRESS) return worked;
    if (known) this.#drop(address, known);
    else if (!this.#askedBefore(address)) return worked;
    this.#kept.set(address, worked);
    this.#held += sent.length;
    for (const [oldest, one] of this.#kept) {
      if (this.#held <= this.room) break;
      this.#drop(oldest, one);
    }
    return worked;
  }

  #drop(address: string, { sent }: Worked): void {
    this.#kept.delete(address);
    this.#held -= sent.length;
  }

  #askedBefore(address: string): boolean {
    if (this.#once.delete(address)) return true;
    if (this.#once.size >= ONCE) this.#once = new Set();
    this.#once.add(address);
    return false;
  }
}

/**
 * Gives an answer a version made of its content, and answers 304 where the asker has it. An answer that has a version
 * already, or comes in pieces, stays as it is.
 */
export function versionedByContent(
  incoming: { headers: Headers; target: string },
  answer: Response,
  kept: KeptAnswers,
): Response {
  if (!(answer instanceof WholeAnswer) || answer.status !== 200 || answer.headers.has("etag")) return answer;
  const { tag } = answer.worked = kept.of(incoming, answer.sent);
  answer.headers.set("etag", `W/"${tag}"`);
  if (!hasVersion(incoming, tag)) return answer;
  answer.headers.delete("content-type");
  return new Response(null, { status: 304, headers: answer.headers });
}
