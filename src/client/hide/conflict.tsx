/** For a cache that was changed elsewhere meanwhile: shows one's own change and the present value, field by field, to choose. */
import { CACHE } from "../../things/cache.ts";
import { factWords } from "../phone/known/facts.ts";
import { type NotKept, whyNotKept } from "../phone/kept/database.ts";
import { useSignal } from "@preact/signals";
import type { CacheSeen } from "../cache/cache_seen.ts";
import type { Item } from "../phone/queue/item.ts";
import { useApp } from "../phone/app.ts";
import { Button, Foreign, Notice } from "../ui/parts.tsx";
import { Radios } from "../ui/choices.tsx";
import { isSaid, type Key, say } from "../ui/say.ts";
import { type Change, put } from "./change.ts";
import { atText } from "./fields/meeting.ts";
import { writePlace } from "../ui/places/coordinates.ts";

/** The names of what is chosen together, for people. */
const NAMES: Readonly<Record<string, Key>> = {
  ...{ place: "hide.place", meeting: "hide.meeting", parking: "hide.parking" },
};

/** What is chosen together: a place's two numbers, a meeting's two times. */
const PAIRS: Readonly<Record<string, readonly string[]>> = {
  place: ["lat", "lon"],
  ...CACHE.pairs,
};

/** The fields to choose from: what belongs together is one. */
const fieldsOf = (body: Readonly<Record<string, unknown>>): string[] => [
  ...Object.keys(body).filter((one) => one !== "ifUpdatedAt" && !Object.values(PAIRS).flat().includes(one)),
  ...Object.entries(PAIRS).flatMap(([name, [first]]) => first! in body ? [name] : []),
];

/** The fields whose values have words of their own: where those stand. */
const SAID: Readonly<Record<string, string>> = {
  ...{ type: "type", size: "size", scope: "hide.who", status: "edit.status" },
};

/** The value of a field as people read it: the API's own words are in no language. */
export function shown(of: Readonly<Record<string, unknown>>, field: string): string {
  const pair = PAIRS[field];
  if (pair) {
    const [one, other] = pair.map((name) => of[name] as number | null | undefined);
    if (one == null || other == null) return "–";
    return field === "meeting"
      ? `${atText(one)} – ${atText(other)}`.replaceAll("T", " ")
      : writePlace({ lat: one, lon: other });
  }
  const value = field === "minTrust" ? of[field] === "A" : of[field];
  if (typeof value === "boolean") return say(value ? "edit.yes" : "edit.no");
  const key = `${SAID[field]}.${value}`;
  return isSaid(key) ? say(key) : value === null || value === "" ? "–" : String(value);
}

export function Conflict({ cache, item, live }: { cache: CacheSeen; item: Item; live: boolean }) {
  const app = useApp();
  const fields = fieldsOf(item.body).filter((one) => shown(item.body, one) !== shown(cache, one));
  const theirs = useSignal<ReadonlySet<string>>(new Set()), fault = useSignal<NotKept | undefined>(undefined);
  const choose = (field: string, mine: boolean) => {
    const next = new Set(theirs.peek());
    if (mine) next.delete(field);
    else next.add(field);
    theirs.value = next;
  };
  const save = async () => {
    const mine = fields.filter((one) => !theirs.peek().has(one))
      .flatMap((one) => PAIRS[one] ?? [one]);
    try {
      if (mine.length === 0) await app.drain.withdraw(item.id);
      else await put(app, cache, Object.fromEntries(mine.map((one) => [one, item.body[one]])) as Change);
    } catch (error) {
      fault.value = whyNotKept(error);
    }
  };
  return (
    <section class="conflict" aria-label={say("edit.conflict")}>
      <Notice>{say("edit.conflict.what")}</Notice>
      {fields.length === 0 && <p>{say("edit.conflict.same")}</p>}
      {fields.map((field) => (
        <Radios
          key={field}
          name={`conflict-${field}`}
          label={say(NAMES[field] ?? factWords(field) ?? "edit.other")}
          down
          choices={["mine", "theirs"]}
          words={(whose) => (
            <>
              {say(`edit.conflict.${whose}`)}{" "}
              <span class="text">
                <Foreign>{shown(whose === "mine" ? item.body : cache, field)}</Foreign>
              </span>
            </>
          )}
          value={theirs.value.has(field) ? "theirs" : "mine"}
          set={(whose) => choose(field, whose === "mine")}
        />
      ))}
      {fault.value && <Notice>{say(`write.${fault.value}`)}</Notice>}
      <Button kind="main" disabled={!live} onClick={() => void save()}>{say("edit.conflict.save")}</Button>
      {!live && <p class="soft">{say("edit.conflict.offline")}</p>}
    </section>
  );
}
