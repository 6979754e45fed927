/** Step two: what finders have to know. */
import { Field } from "../ui/parts.tsx";
import { type Key, say } from "../ui/say.ts";
import { saySize } from "../cache/cache_view.tsx";
import { HINT_MOST, LEVELS, SIZES, TEXT_MOST, type Told } from "../phone/drafts/draft.ts";

export function FindStep({ told, change }: { told: Told; change: (what: Partial<Told>) => void }) {
  return (
    <>
      <Field id="hide-size" label={say("hide.size")}>
        <select
          id="hide-size"
          value={told.size}
          onChange={({ currentTarget }) => change({ size: currentTarget.value })}
        >
          {SIZES.map((one) => (
            <option key={one} value={one}>{`${saySize(one)}: ${say(`hide.size.${one}`)}`}</option>
          ))}
        </select>
      </Field>
      <Level name="difficulty" value={told.difficulty} set={(difficulty) => change({ difficulty })} />
      <Level name="terrain" value={told.terrain} set={(terrain) => change({ terrain })} />
      <Field id="hide-hint" label={say("cache.hint")} hint={say("hide.hint.hint")}>
        <input
          id="hide-hint"
          type="text"
          maxLength={HINT_MOST}
          aria-describedby="hide-hint-hint"
          value={told.hint}
          onInput={({ currentTarget }) => change({ hint: currentTarget.value })}
        />
      </Field>
      <Field id="hide-text" label={say("hide.text")} hint={say("hide.text.hint")}>
        <textarea
          id="hide-text"
          rows={6}
          maxLength={TEXT_MOST}
          aria-describedby="hide-text-hint"
          value={told.description}
          onInput={({ currentTarget }) => change({ description: currentTarget.value })}
        />
      </Field>
    </>
  );
}

function Level({ name, value, set }: {
  name: "difficulty" | "terrain";
  value: number;
  set: (value: number) => void;
}) {
  const id = `hide-${name}`;
  return (
    <Field id={id} label={say(`hide.${name}`)}>
      <select
        id={id}
        value={String(value)}
        onChange={({ currentTarget }) => set(Number(currentTarget.value))}
      >
        {LEVELS.map((one) => <option key={one} value={String(one)}>{sayLevel(name, one)}</option>)}
      </select>
    </Field>
  );
}

/** A level in words; a half is named by the two levels around it. */
const sayLevel = (name: "difficulty" | "terrain", level: number): string =>
  Number.isInteger(level)
    ? say("hide.level", { n: level, words: say(`hide.${name}.${level}` as Key) })
    : say("hide.level.half", { n: level });
