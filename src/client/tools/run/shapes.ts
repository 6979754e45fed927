/**
 * What a tool sends is of any shape: everything is read member by member into new values of ours, cut to its limit. Pure.
 * Own members alone are read, so that nothing reaches a prototype.
 */

/** What tools may be granted, in the order in which a person is asked. */
export const PERMISSIONS = [
  ...["command", "decoder", "monitor", "event", "panel", "map", "ipc"] as const,
  ...["network", "beacon", "tx", "geo"] as const,
] as const;
export type Permission = typeof PERMISSIONS[number];
export const isPermission = (one: unknown): one is Permission => PERMISSIONS.includes(one as Permission);

const TONES = ["default", "muted", "accent", "ok", "warn", "bad"] as const;
export type Tone = typeof TONES[number];
export const toneOf = (value: unknown): Tone => TONES.find((one) => one === value) ?? "default";

/** Longest texts, in characters. */
export const LONGEST = {
  log: 300,
  error: 500,
  event: 512,
  reply: 256,
  word: 40,
  name: 64,
  /** A line of an answer. The interface names no limit: what a person reads on one line of a page. */
  line: 1000,
  args: 4000,
  /** All that a decoder answers. */
  decoded: 20_000,
  /** One message over the bus, as JSON. */
  passed: 65_536,
} as const;
/** Lines of one answer, at most. */
const LINES_MOST = 200;

/** A member of a thing that a tool sent; `undefined` where it is no thing, or inherits it. */
export const member = (of: unknown, name: string): unknown =>
  typeof of === "object" && of !== null && Object.hasOwn(of, name)
    ? (of as Record<string, unknown>)[name]
    : undefined;

/** A text of at most so many characters. Control characters but line ends are gone, and so are signs that turn directions. */
export function textOf(value: unknown, most: number): string {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return "";
  // What is far longer than its limit is not walked to its end.
  const cut = String(value).slice(0, most * 2).replace(UNSEEN, "");
  return cut.slice(0, most).toWellFormed();
}
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** The first `most` things of a list; of anything else none. */
export const listOf = (value: unknown, most: number): unknown[] =>
  Array.isArray(value) ? Array.prototype.slice.call(value, 0, most) : [];

/** A number that can be drawn, else `other`. */
export const numberOf = (value: unknown, other = 0): number =>
  typeof value === "number" && Number.isFinite(value) ? value : other;

/** The lines of an answer, and how long all of them may be together; one that is a sound may be longer. */
export function linesOf(value: unknown, line: number = LONGEST.line, most = Infinity): string[] {
  let left = most;
  return listOf(value, LINES_MOST).map((one) => {
    if (isSound(one)) return one;
    const text = textOf(one, Math.min(line, left));
    left -= text.length;
    return text;
  });
}

/** A short sound as a data address, of at most 700 kB: what a tool lets one hear. */
export const isSound = (line: unknown): line is string =>
  typeof line === "string" && line.length <= 700_000 && line.startsWith(SOUND) &&
  !/[^A-Za-z0-9+/=]/.test(line.slice(SOUND.length));
const SOUND = "data:audio/wav;base64,";

/** The name of a tool: its identity. */
export const isToolName = (value: unknown): value is string =>
  typeof value === "string" && /^[a-z0-9][a-z0-9-]{1,39}$/.test(value);
/** A word that a person types to run a command. */
export const isWord = (value: unknown): value is string =>
  typeof value === "string" && /^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,39}$/u.test(value);

/** A value as it goes from tool to tool: what JSON says of it; `undefined` where that is too long, or nothing. */
export function asPassed(value: unknown): { value: unknown } | undefined {
  if (value === undefined) return { value };
  try {
    const text = JSON.stringify(value);
    return text !== undefined && text.length <= LONGEST.passed ? { value: JSON.parse(text) } : undefined;
  } catch {
    return undefined; // a thing that holds itself, or is too deep
  }
}
