/** What finders have to know: how hard it is, how large, and what its owner writes of it. */
import { TextField } from "../ui/fields.tsx";
import { Segmented } from "../ui/look/choose.tsx";
import { type Key, say } from "../ui/say.ts";
import { numberFormat } from "../ui/times.ts";
import { saySize } from "../cache/cache_seen.ts";
import { Flags } from "../phone/known/flags.tsx";
import { FLAGS } from "../phone/known/facts.ts";
import { MoreFields } from "./fields/more_fields.tsx";
import { type CacheForm, HINT_MOST, LEVELS, SIZES, TEXT_MOST } from "../phone/drafts/draft.ts";

export function FindStep({ told, change }: { told: CacheForm; change: (what: Partial<CacheForm>) => void }) {
  return (
    <>
      <Level name="difficulty" value={told.difficulty} set={(difficulty) => change({ difficulty })} />
      <Level name="terrain" value={told.terrain} set={(terrain) => change({ terrain })} />
      <Scale
        name="size"
        means={say(`hide.size.${told.size}` as Key)}
        choices={SIZES}
        words={saySize}
        value={told.size as typeof SIZES[number]}
        set={(size) => change({ size })}
      />
      <TextField
        id="hide-hint"
        label={say("cache.hint")}
        hint={say("hide.hint.hint")}
        maxLength={HINT_MOST}
        value={told.hint}
        set={(hint) => change({ hint })}
      />
      <TextField
        id="hide-text"
        label={say("hide.text")}
        hint={say("hide.text.hint")}
        rows={6}
        maxLength={TEXT_MOST}
        value={told.description}
        set={(description) => change({ description })}
      />
      <Flags flags={FIND_FLAGS} form={told} change={change} />
      <MoreFields told={told} change={change} />
    </>
  );
}

const FIND_FLAGS = FLAGS.filter(({ step }) => step === "find");

/** One of a few steps as one control; what the chosen one means stands beside its name. */
function Scale<C extends string>({ name, means, ...choices }: {
  name: "difficulty" | "terrain" | "size";
  means: string;
  choices: readonly C[];
  words: (choice: C) => string;
  value: C;
  set: (choice: C) => void;
}) {
  return (
    <div class="field hide-scale">
      <p aria-hidden="true">
        <b>{say(`hide.${name}`)}</b> <span class="soft">{means}</span>
      </p>
      <Segmented name={name} label={`${say(`hide.${name}`)}: ${means}`} {...choices} />
    </div>
  );
}

/** Halves that few need are offered where they are chosen already: a thumb has no room for nine. */
const USUAL = LEVELS.filter((level) => level < 3 || Number.isInteger(level));

function Level({ name, value, set }: {
  name: "difficulty" | "terrain";
  value: number;
  set: (value: number) => void;
}) {
  const choices = LEVELS.filter((level) => USUAL.includes(level) || level === value);
  return (
    <Scale
      name={name}
      means={sayLevel(name, value)}
      choices={choices.map(String)}
      words={(one) => numberFormat({}).format(Number(one))}
      value={String(value)}
      set={(one) => set(Number(one))}
    />
  );
}

/** A level in words; a half is named by the two levels around it. */
const sayLevel = (name: "difficulty" | "terrain", level: number): string =>
  Number.isInteger(level) ? say(`hide.${name}.${level}` as Key) : say("hide.level.half", {
    below: say(`hide.${name}.${Math.floor(level)}` as Key),
    above: say(`hide.${name}.${Math.ceil(level)}` as Key),
  });
