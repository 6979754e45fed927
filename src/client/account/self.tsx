/** Who one is here: the plate, the numbers, a year, where, and what one earned. */
import { useEffect } from "preact/hooks";
import { Medals, MedalsRoom, nextMedal } from "../community/medals.tsx";
import { PlateCard } from "../community/plate_card.tsx";
import { useApp } from "../phone/app.ts";
import { useRead } from "../phone/use_read.ts";
import { routeTo } from "../phone/wire/routes.ts";
import { SmallMap } from "../map/small_map.tsx";
import { ButtonLink } from "../ui/parts.tsx";
import { Tiles } from "../ui/look/lists.tsx";
import { say } from "../ui/say.ts";
import { numberFormat } from "../ui/times.ts";
import { Badge } from "./verify/badge.tsx";
import { Year } from "./year.tsx";

/** How many places the small map shows. */
const ON_MAP = 60;

export function Self({ call, verified }: { call: string; verified: boolean }) {
  const { caches } = useApp();
  useEffect(() => void caches.refresh(), []);
  const profile = useRead(routeTo("GET /api/profile/:call", { params: { call } }));
  const person = profile.known.value?.value;
  const calls = useRead(routeTo("GET /auth/callsigns")).known.value?.value.callsigns;
  const year = useRead(routeTo("GET /api/my/year")), weeks = year.known.value?.value.weeks;
  const held = calls?.find((one) => one.active),
    count = (n: number | undefined) => n === undefined ? "–" : numberFormat({}).format(n);
  const found = caches.sorted.value.filter((row) => caches.mark(row) === "found").slice(0, ON_MAP);
  return (
    <>
      <PlateCard
        call={call}
        proven={verified}
        how={held ? <Badge held={held} /> : say(verified ? "badge.verified" : "badge.unverified")}
        name={person?.profile?.displayName}
        grid={person?.profile?.homeGrid}
      >
        {!verified && (
          <>
            <p>{say("me.unverified")}</p>
            <ButtonLink href="/me/verify" icon="radio">{say("page.verify")}</ButtonLink>
          </>
        )}
      </PlateCard>
      <Tiles
        of={[
          { value: count(person?.finds), words: say("profile.tile.finds", { n: person?.finds ?? 0 }) },
          {
            value: <span class="go">{count(person && (person.byTier.A ?? 0))}</span>,
            words: say("profile.tile.radio"),
          },
          { value: count(person?.hides), words: say("profile.tile.hidden") },
        ]}
      />
      {/* What comes later has its room from the start: the rows below do not move under a finger. */}
      {(weeks || !year.problem.value) && <Year weeks={weeks} />}
      {found.length > 0 && (
        <div class="me-map">
          <SmallMap
            points={found.map((row) => ({ ...row, mark: "found" as const }))}
            label={say("me.where")}
            leastM={4000}
            fills
          />
        </div>
      )}
      {person
        ? <Medals of={person.badges} next={nextMedal(person.badges)} />
        : !profile.problem.value && <MedalsRoom />}
    </>
  );
}
