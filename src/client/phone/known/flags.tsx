/** What a thing has or has not, by its declaration: as boxes to tick, and as a line each. */
import { Ticks } from "../../ui/choices.tsx";
import { say } from "../../ui/say.ts";
import { type Flag, flagsOf } from "./facts.ts";

/** Nothing where there is none to tick. */
export const Flags = <Form extends object>({ flags, form, change }: {
  flags: readonly Flag[];
  form: Form;
  change: (what: Partial<Form>) => void;
}) =>
  flags.length === 0 ? null : (
    <Ticks
      label={say("cache.flags")}
      down
      choices={flags.map(({ name }) => name)}
      words={(name) => say(flags.find((flag) => flag.name === name)!.words)}
      has={(name) => form[name as keyof Form] === true}
      turn={(name, on) => change({ [name]: on } as Partial<Form>)}
    />
  );

export const FlagLines = ({ of, flags }: { of: object; flags?: readonly Flag[] }) => (
  <>{flagsOf(of, flags).map(({ name, words }) => <p key={name}>{say(words)}</p>)}</>
);
