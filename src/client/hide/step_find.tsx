/** Step two: what finders have to know. */
import { ChoiceField } from "../ui/choices.tsx";
import { TextField } from "../ui/fields.tsx";
import { type Key, say } from "../ui/say.ts";
import { saySize } from "../cache/cache_seen.ts";
import { Flags } from "../phone/known/flags.tsx";
import { FLAGS } from "../phone/known/facts.ts";
import { MoreFields } from "./fields/more_fields.tsx";
import { type CacheForm, HINT_MOST, LEVELS, SIZES, TEXT_MOST } from "../phone/drafts/draft.ts";

export function FindStep({ told, change }: { told: CacheForm; change: (what: Partial<CacheForm>) => void }) {
  return (
    <>
      <ChoiceField
        id="hide-size"
        label={say("hide.size")}
        choices={SIZES}
        words={(one) => `${saySize(one)}: ${say(`hide.size.${one}`)}`}
        value={told.size as typeof SIZES[number]}
        set={(size) => change({ size })}
      />
      <Level name="difficulty" value={told.difficulty} set={(difficulty) => change({ difficulty })} />
      <Level name="terrain" value={told.terrain} set={(terrain) => change({ terrain })} />
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

function Level({ name, value, set }: {
  name: "difficulty" | "terrain";
  value: number;
  set: (value: number) => void;
}) {
  return (
    <ChoiceField
      id={`hide-${name}`}
      label={say(`hide.${name}`)}
      choices={LEVELS.map(String)}
      words={(one) => sayLevel(name, Number(one))}
      value={String(value)}
      set={(one) => set(Number(one))}
    />
  );
}

/** A level in words; a half is named by the two levels around it. */
const sayLevel = (name: "difficulty" | "terrain", level: number): string =>
  Number.isInteger(level)
    ? say("hide.level", { n: level, words: say(`hide.${name}.${level}` as Key) })
    : say("hide.level.half", { n: level, words: say(`hide.${name}.${Math.floor(level)}` as Key) });
