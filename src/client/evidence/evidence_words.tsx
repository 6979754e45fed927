/** What the gateway says of evidence, in the reader's language: made anew from the code and the values of each sentence. */
import type { z } from "#schemas";
import type { LogView } from "../../caches/mod.ts";
import { isSaid, say } from "../ui/say.ts";
import { sayDate, sayDistance, sayDuration, saySpeed } from "../ui/times.ts";

type Why = NonNullable<z.infer<typeof LogView>["why"]>;
export type Made = NonNullable<Why["said"]>[number];
export type Open = NonNullable<z.infer<typeof LogView>["open"]>;

/** One sentence or a part of one; `undefined` where a newer gateway says what these words lack. */
export function sayOf({ code, values = {} }: Made): string | undefined {
  const key = `why.${code}`;
  if (!isSaid(key)) return undefined;
  const put: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(values)) {
    const part = typeof value === "object"
      ? sayOf(value as Made)
      : inWords(name, value as string | number, "kmh" in values);
    if (part === undefined) return undefined;
    put[name] = part;
  }
  return say(`why.${code}` as typeof key, put);
}

/** Metres and seconds are known by the ends of their names. `speeds`: the sentence is of speeds, and `most` is one. */
function inWords(name: string, value: string | number, speeds: boolean): string | number {
  if (typeof value !== "number") return value;
  if (name === "kmh" || name === "most" && speeds) return saySpeed(value);
  return name.endsWith("M") ? sayDistance(value) : name.endsWith("S") ? sayDuration(value) : value;
}

/** Sentences in the reader's language; `english`, as the gateway has it, where they are not known by code. */
export function Said({ said, english }: { said: readonly Made[] | undefined; english: string }) {
  const sentences = said?.map(sayOf) ?? [undefined];
  return sentences.includes(undefined) ? <span lang="en">{english}</span> : <>{sentences.join(" ")}</>;
}

/** One line on a find that may still be worth more: until when, and by what. */
export function OpenUntil({ open, call }: { open: Open | undefined; call: string }) {
  if (!open) return null;
  return (
    <p class="soft">
      {say("open.until", {
        date: sayDate(open.until),
        what: open.missing.map((what) => say(`open.${what}`)).join(", "),
      })}
      {open.missing.includes("proof") && (
        <>
          {" "}
          <a href="/me/verify">{say("open.prove", { call })}</a>
        </>
      )}
    </p>
  );
}
