/** What the instance that keeps a cache said of a visit: a stranger's words, of which no form is taken for granted. Pure. */

/** Why it has its tier: in English, and as the codes that the app makes a sentence of. */
export interface Why {
  sentence: string;
  said?: { code: string; values?: Record<string, unknown> }[];
}

interface Registered {
  /** It waits there until that instance has the record of the key. */
  waitsForKey: boolean;
  /** Nobody was reached: it went as mail, or waits at home for packet radio. */
  isMailed: boolean;
  waitsForRadio: boolean;
  why?: Why;
}

export function registered(value: unknown): Registered {
  const { waiting, why } = (value ?? {}) as { waiting?: unknown; why?: unknown };
  const { sentence, said } = (why ?? {}) as { sentence?: unknown; said?: unknown };
  return {
    waitsForKey: waiting === "key",
    isMailed: waiting === "mail",
    waitsForRadio: waiting === "circuit",
    ...(typeof sentence === "string" && { why: { sentence, ...(isMade(said) && { said }) } }),
  };
}

/** The sentence of where such a log is by now. */
export const whereItIs = ({ isMailed, waitsForRadio, waitsForKey }: Registered) =>
  isMailed
    ? "visit.sent.mail"
    : waitsForRadio
    ? "visit.sent.radio"
    : waitsForKey
    ? "visit.sent.key"
    : "visit.sent.what";

const isMade = (codes: unknown): codes is NonNullable<Why["said"]> =>
  Array.isArray(codes) && codes.every((one) => typeof (one as { code?: unknown } | null)?.code === "string");
