/** Step three: who sees the cache, and how a find has to be proven. */
import { useReach } from "../phone/queue/reach.ts";
import { Notice } from "../ui/parts.tsx";
import { Radios, Ticks } from "../ui/choices.tsx";
import { say } from "../ui/say.ts";
import { type CacheForm, VISIBLE } from "../phone/drafts/draft.ts";

export function WhoStep({ told, change }: { told: CacheForm; change: (what: Partial<CacheForm>) => void }) {
  return (
    <>
      <Radios
        name="visible"
        label={say("hide.who")}
        down
        choices={VISIBLE}
        words={(one) => (
          <>
            {say(`hide.who.${one}`)} <span class="soft">{say(`hide.leaves.${one}`)}</span>
          </>
        )}
        value={told.visible}
        set={(visible) => change({ visible })}
      />
      <Ticks
        label={say("hide.proof")}
        down
        choices={["radio"]}
        words={() => (
          <>
            {say("hide.radio")} <span class="soft">{say("hide.radio.what")}</span>
          </>
        )}
        has={() => told.radioOnly}
        turn={(_, radioOnly) => change({ radioOnly })}
      />
      {told.radioOnly && told.lat !== undefined && told.lon !== undefined &&
        <Reach lat={told.lat} lon={told.lon} />}
    </>
  );
}

/** Warns where no receiver has ever heard anything near the place: nobody could prove a find there by radio. */
function Reach({ lat, lon }: { lat: number; lon: number }) {
  const heard = useReach({ lat, lon });
  if (heard.value === undefined) return <p class="soft" role="status">{say("hide.reach.unknown")}</p>;
  return heard.value
    ? <p class="go">{say("hide.reach.yes")}</p>
    : <Notice>{say("hide.reach.none")} {say("hide.reach.never")}</Notice>;
}
