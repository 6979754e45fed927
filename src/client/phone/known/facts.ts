/** The facts of a cache that its declaration alone draws: in forms, on pages, on paper and among the filters. Pure. */
import { CACHE } from "../../../things/cache.ts";
import type { Facts } from "../../../things/fact.ts";
import type { Key } from "../../ui/say.ts";

/** Each fact's name for people is a key of the app's words: one that is not fails to compile below. */
type Worded<F extends Facts> = Extract<F[keyof F], { words: string }>["words"] extends Key ? F : never;

/** The name of a cache's fact for people. */
export const factWords = (name: string): Key | undefined =>
  Object.hasOwn(CACHE.facts, name) ? (CACHE.facts as Facts)[name]!.words as Key | undefined : undefined;

/** What a thing has or has not, and which step of its form asks for it. */
export interface Flag<Name extends string = string> {
  readonly name: Name;
  readonly words: Key;
  readonly step: string;
}
export const flagsIn = <F extends Facts>(facts: Worded<F>): readonly Flag<keyof F & string>[] =>
  Object.entries(facts as Facts).flatMap(([name, { words, step }]) =>
    step === undefined ? [] : [{ name, words: words as Key, step }]
  );
export const FLAGS = flagsIn<typeof CACHE.facts>(CACHE.facts);

/** The flags that a thing has, a cache where no others are named. */
export const flagsOf = (thing: object, flags: readonly Flag[] = FLAGS): readonly Flag[] =>
  flags.filter(({ name }) => (thing as Record<string, unknown>)[name] === true);
