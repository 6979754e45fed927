/** Names in an env file that nothing reads: a typo there sets nothing, and nobody would be told. Pure. */
import { parseEnv } from "node:util";
import { ALL } from "./catalogue/mod.ts";
import type { Setting } from "./declare.ts";

/** What stands in such files for others: the runtime, the system, programs beside. */
const OTHERS =
  /^(?:DENO_|LC_|LITESTREAM_|AWS_|SYSTEMD_)|^(?:TZ|LANG|PATH|HOME|USER|NO_COLOR|TMPDIR|SSL_CERT_FILE)$/;
/** So many letters may differ for a name to be meant; more would be a guess. */
const FAR = 2;
/** Longest name that is compared, and most names that are told. */
const LONGEST = 60, MOST = 20;

/** A name that nothing reads, and the setting that may be meant. */
interface Unread {
  name: string;
  meant: string | null;
}

/** Letters that are put in, left out, changed or swapped between two names (optimal string alignment). */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + same);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) row[j] = Math.min(row[j]!, rows[i - 2]![j - 2]! + 1);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}

function meant(name: string, settings: readonly Setting[]): string | null {
  const text = name.toUpperCase().slice(0, LONGEST);
  const [best] = settings.map(({ key }) => ({ key, far: distance(text, key) })).toSorted((a, b) =>
    a.far - b.far
  );
  return best !== undefined && best.far <= FAR ? best.key : null;
}

/** The names of an env file's text that nothing reads, at most twenty. */
export function unreadNames(text: string): Unread[] {
  const known = new Set(ALL.map(({ key }) => key));
  return Object.keys(parseEnv(text)).filter((name) => !known.has(name) && !OTHERS.test(name)).slice(0, MOST)
    .map((name) => ({ name, meant: meant(name, ALL) }));
}

/** The same as one line: `OPERATR_NAME (OPERATOR_NAME?), APPURL (APP_URL?)`. */
export const sayUnread = (all: readonly Unread[]): string =>
  all.map(({ name, meant }) => meant === null ? name : `${name} (${meant}?)`).join(", ");
