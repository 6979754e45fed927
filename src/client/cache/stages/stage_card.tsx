/** A stage: its content once it is open, what opens it, and whether that needs a connection. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { minutes } from "../../ui/places/degrees.ts";
import { useStored } from "../../phone/packs/picture.tsx";
import { useApp } from "../../phone/app.ts";
import type { IconName } from "../../ui/icons/icon.tsx";
import { IconDisc } from "../../ui/look/radio.tsx";
import { ButtonLink, Foreign } from "../../ui/parts.tsx";
import { type Key, say } from "../../ui/say.ts";
import { OpenStage } from "./open_stage.tsx";
import type { Bead, Content } from "./stages.ts";

const KINDS = ["geo", "audio", "open", "nfc"];
/** How a stage is opened, in words. */
const sayUnlock = (unlock: string): string =>
  say(`bead.kind.${KINDS.includes(unlock) ? unlock : "other"}` as Key);

const ICONS: Readonly<Record<string, IconName>> = {
  ...{ geo: "map-pin", audio: "audio-lines", open: "eye", nfc: "key-round" },
};
const TINTS = { open: "go", pending: "go", next: "air", locked: "plain" } as const;

export function StageCard({ bead, code, title, refresh }: {
  bead: Bead;
  code: string;
  title: string;
  refresh: () => void;
}) {
  const { n, unlock, standing, open, whyNot } = bead;
  const heading = useRef<HTMLHeadingElement>(null), isOpen = open !== undefined, was = useRef(isOpen);
  useEffect(() => {
    // The button that opened it is gone: the focus stays with the stage.
    if (isOpen && !was.current && document.activeElement === document.body) heading.current?.focus();
    was.current = isOpen;
  }, [isOpen]);
  return (
    <li class="stage-card" data-standing={standing}>
      <div class="stage-head">
        <IconDisc icon={ICONS[unlock] ?? "puzzle"} tint={TINTS[standing]} />
        <h2 tabIndex={-1} ref={heading}>
          {say("bead.stage", { n })} <span class="stage-how">{sayUnlock(unlock)}</span>
        </h2>
      </div>
      {open && <Shown content={open} n={n} code={code} />}
      {standing === "pending" && <p class="wait">{say("bead.pending.how")}</p>}
      {(standing === "next" || standing === "locked") && (
        <p class="soft">{whyNot ? say(`bead.why.${whyNot}`) : say("bead.offline")}</p>
      )}
      {standing === "next" && <OpenStage bead={bead} code={code} title={title} refresh={refresh} />}
      {standing === "locked" && <p class="soft">{say("bead.locked.how")}</p>}
    </li>
  );
}

function Shown(
  { content: { lat, lon, clue, mediaUrl }, n, code }: { content: Content; n: number; code: string },
) {
  return (
    <>
      {clue && (
        <p class="text">
          <Foreign>{clue}</Foreign>
        </p>
      )}
      {mediaUrl && <Sound url={mediaUrl} label={say("bead.sound", { n })} />}
      {lat !== null && lon !== null && (
        <p class="stage-place">
          <span class="code">{minutes(lat, "N", "S", 2)} {minutes(lon, "E", "W", 3)}</span>
          <ButtonLink kind="quiet" icon="navigation" href={`/c/${encodeURIComponent(code)}/go?stage=${n}`}>
            {say("cache.go")}
          </ButtonLink>
        </p>
      )}
    </>
  );
}

/** A sound; in place of a player that stays silent, the words that it is not on this phone. */
function Sound({ url, label }: { url: string; label: string }) {
  const { gateway } = useApp(), address = useStored(url), dead = useSignal(false);
  if (!address.value) return null;
  return dead.value && gateway.reached.value === false
    ? <p class="soft">{say("weather.unread")}</p>
    : <audio controls src={address.value} aria-label={label} onError={() => dead.value = true} />;
}
