/** The page of a cache's stages, as beads on a line: which are open, what opens the next one, which need no connection. */
import { isMine } from "../mine.ts";
import { useCache } from "../read_cache.ts";
import { useApp } from "../../phone/app.ts";
import { Boundary } from "../../phone/boundary.tsx";
import { ActBar } from "../../ui/look/acting.tsx";
import { ButtonLink, Foreign, Heading, Loading, Notice, Unread } from "../../ui/parts.tsx";
import { signInAddress } from "../../pages/router.ts";
import { say } from "../../ui/say.ts";
import { useStages } from "./read_stages.ts";
import { StageCard } from "./stage_card.tsx";
import type { Bead } from "./stages.ts";

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
          {done && !isMine(known, call.value) && (
            <ActBar>
              <ButtonLink icon="flag" href={`/c/${code}/log`}>{say("cache.log")}</ButtonLink>
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
