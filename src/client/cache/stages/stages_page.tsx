/** The page of a cache's stages, as beads on a line: which are open, what opens the next one, which need no connection. */
import { isMine } from "../mine.ts";
import { useCache } from "../read_cache.ts";
import { useApp } from "../../phone/app.ts";
import { Boundary } from "../../phone/boundary.tsx";
import { ActBar } from "../../ui/look/acting.tsx";
import { ButtonLink, Foreign, Heading, Loading, Notice, Unread } from "../../ui/parts.tsx";
import { signInAddress } from "../../pages/router.ts";
import { type Key, say } from "../../ui/say.ts";
import { useStages } from "./read_stages.ts";
import type { Bead, Content } from "./stages.ts";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { minutes } from "../../ui/places/degrees.ts";
import { useStored } from "../../phone/packs/picture.tsx";
import type { IconName } from "../../ui/icons/icon.tsx";
import { IconDisc } from "../../ui/look/radio.tsx";
import { OpenStage } from "./open_stage.tsx";

// A stage: its content once it is open, what opens it, and whether that needs a connection.

const KINDS = ["geo", "audio", "open", "nfc"];
/** How a stage is opened, in words. */
const sayUnlock = (unlock: string): string =>
  say(`bead.kind.${KINDS.includes(unlock) ? unlock : "other"}` as Key);

const ICONS: Readonly<Record<string, IconName>> = {
  ...{ geo: "map-pin", audio: "audio-lines", open: "eye", nfc: "key-round" },
};
const TINTS = { open: "go", pending: "go", next: "air", locked: "plain" } as const;

function StageCard({ bead, code, title, refresh }: {
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

export default function StagesPage({ code }: { code: string }) {
  const { call } = useApp();
  const { cache, problem } = useCache(code);
  const { list, refresh } = useStages(code);
  const known = cache.value?.value;
  if (problem.value) {
    return (
      <>
        <Heading>{say("page.stages")}</Heading>
        <Unread>{problem.value}</Unread>
      </>
    );
  }
  if (!known) return <Loading title="page.stages" />;
  const stages = list.value;
  const last = stages.at(-1);
  const done = last !== undefined && (last.standing === "open" || last.standing === "pending");
  return (
    <article class="thumbed">
      <Heading>{say("page.stages")}</Heading>
      <p>
        <a href={`/c/${encodeURIComponent(code)}`}>
          <Foreign>{known.title}</Foreign>
        </a>
      </p>
      {stages.length === 0 ? <p role="status">{say("bead.none")}</p> : (
        <>
          <Beads stages={stages} />
          {!call.value && (
            <Notice
              action={<a href={signInAddress(`/c/${code}/stages`)}>{say("write.signin.link")}</a>}
            >
              {say("bead.signin")}
            </Notice>
          )}
          <Boundary>
            <ul class="stage-list">
              {stages.map((bead) => (
                <StageCard key={bead.n} bead={bead} code={code} title={known.title} refresh={refresh} />
              ))}
            </ul>
          </Boundary>
          {(done || known.mirrored) && !isMine(known, call.value) && (
            <ActBar>
              <ButtonLink icon="flag" href={`/c/${encodeURIComponent(code)}/log`}>
                {say("cache.log")}
              </ButtonLink>
            </ActBar>
          )}
        </>
      )}
    </article>
  );
}

/** The line of beads; each also says its state in words. */
const Beads = ({ stages }: { stages: readonly Bead[] }) => (
  <ol class="beads" aria-label={say("bead.beads")}>
    {stages.map(({ n, standing }) => (
      <li key={n} class={`bead bead-${standing}`}>
        <span class="bead-dot" aria-hidden="true">{n}</span>
        <span class="bead-word">{say(`bead.${standing}`)}</span>
      </li>
    ))}
  </ol>
);
