/** Who proves that somebody was there, as a choice between two drawings, and who sees the cache. */
import { useHeardHere } from "../cache/heard_here.ts";
import { type CacheForm, VISIBLE } from "../phone/drafts/draft.ts";
import { Radios } from "../ui/choices.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { Notice } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { sayDistance } from "../ui/times.ts";
import { Tiles } from "./fields/tiles.tsx";

const PROOFS = ["radio", "phone"] as const;

export function WhoStep({ told, change }: { told: CacheForm; change: (what: Partial<CacheForm>) => void }) {
  const { lat, lon, radioOnly, visible } = told;
  return (
    <>
      <Tiles
        name="proof"
        label={say("hide.proof")}
        choices={PROOFS}
        wide
        sign={(one) => one === "radio" ? <ByRadio /> : <ByPhone />}
        words={(one) => say(`hide.proof.${one}`)}
        line={(one) => say(`hide.proof.${one}.what`)}
        value={radioOnly ? "radio" : "phone"}
        set={(one) => change({ radioOnly: one === "radio" })}
      />
      {lat !== undefined && lon !== undefined && <CanBeHeard lat={lat} lon={lon} only={radioOnly} />}
      <div class="hide-rows">
        <Radios
          name="visible"
          label={say("hide.who")}
          down
          choices={VISIBLE}
          words={(one) => (
            <>
              <b>{say(`hide.who.${one}`)}</b> <span class="soft">{say(`hide.leaves.${one}`)}</span>
            </>
          )}
          value={visible}
          set={(visible) => change({ visible })}
        />
      </div>
    </>
  );
}

/**
 * Whether a find can be proven by radio at the place, before a word is written. `only`: where nothing was ever heard, radio finds
 * alone might never count.
 */
export function CanBeHeard({ lat, lon, only = false }: { lat: number; lon: number; only?: boolean }) {
  const heard = useHeardHere({ lat, lon }).value;
  if (heard === undefined) return <p class="soft" role="status">{say("hide.reach.unknown")}</p>;
  const { from, heard: n, nearest } = heard;
  if (from === "nowhere") {
    return <Notice>{say("hide.reach.none")} {only && say("hide.reach.never")}</Notice>;
  }
  return (
    <p class="heard-here">
      <Icon name="radio" />
      <span>
        <b>{say("hide.reach.yes")}</b> {nearest && say("hide.reach.nearest", {
          site: nearest.site,
          far: sayDistance(nearest.awayM),
        })} {n > 0 && say("hide.reach.heard", { n })}
      </span>
    </p>
  );
}

/** A handheld, a mast on a hill, and the arc between them. */
const ByRadio = () => (
  <svg class="proof-drawn" viewBox="0 0 100 60" aria-hidden="true">
    <path class="proof-hill" d="M0 56C24 52 44 34 62 33C80 33 90 46 100 56Z" />
    <path class="proof-arc" d="M23 40C34 12 62 8 77 18" />
    <rect class="proof-ink" x="19" y="41" width="8" height="13" rx="2" />
    <path class="proof-mast" d="M21 41v-7M77 18v18M71 40l6-16l6 16M73 35h8" />
  </svg>
);

/** A place, and how near the phone has to be. */
const ByPhone = () => (
  <svg class="proof-drawn proof-phone" viewBox="0 0 100 60" aria-hidden="true">
    <circle class="proof-near" cx="50" cy="32" r="20" />
    <path class="proof-pin" d="M50 46C47 38 39 34 39 25a11 11 0 0 1 22 0c0 9-8 13-11 21Z" />
    <circle class="proof-hole" cx="50" cy="25" r="4" />
  </svg>
);
