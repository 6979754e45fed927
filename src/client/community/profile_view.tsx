/** A person as others see them. The server draws the same for the first paint. */
import { Foreign, Heading } from "../ui/parts.tsx";
import { Tiles } from "../ui/look/lists.tsx";
import { say } from "../ui/say.ts";
import { numberFormat, sayDate } from "../ui/times.ts";
import { Medals } from "./medals.tsx";
import { PlateCard } from "./plate_card.tsx";
import { badgeCode } from "../ui/for_others.tsx";
import { OnAWebsite } from "../phone/passed/on_a_website.tsx";

/** What `/api/profile/:call` answers. */
export interface ProfileSeen {
  callsign: string;
  homeInstance: string;
  accountVerified: boolean;
  memorial: boolean;
  supporter: boolean;
  finds: number;
  points: number;
  firstFind: number | null;
  lastFind: number | null;
  hides: number;
  corroborations: number;
  byTier: Record<string, number>;
  badges: { badge: string; earnedAt: number }[];
  profile?: {
    displayName?: string | null;
    homeGrid?: string | null;
    bio?: string | null;
    links?: { label: string; url: string }[];
    publicContact?: string | null;
  } | undefined;
}

/** A link that somebody wrote into their profile: the first press shows the whole address, and only that can be followed. */
function WayOut({ label, url }: { label: string; url: string }) {
  return (
    <details>
      <summary>
        <Foreign>{label}</Foreign>
      </summary>
      {/^https?:\/\//.test(url) && (
        <a href={url} rel="nofollow noreferrer ugc" target="_blank">
          <Foreign>{url}</Foreign>
        </a>
      )}
    </details>
  );
}

export function ProfileView({ person }: { person: ProfileSeen }) {
  const { callsign, profile: card, badges, finds, points, hides, corroborations, lastFind } = person;
  const count = (n: number) => numberFormat({}).format(n);
  return (
    <article class="profile-view">
      <div class="unseen">
        <Heading>{callsign}</Heading>
      </div>
      <PlateCard
        call={callsign}
        proven={person.accountVerified}
        how={say(person.accountVerified ? "badge.verified" : "badge.unverified")}
        name={card?.displayName}
        grid={card?.homeGrid}
      >
        {person.memorial && <p>{say("profile.memorial", { call: callsign })}</p>}
        {person.supporter && <p class="soft">{say("profile.supporter")}</p>}
      </PlateCard>
      <Tiles
        of={[
          { value: count(finds), words: say("profile.tile.finds", { n: finds }) },
          { value: count(person.byTier.A ?? 0), words: say("profile.tile.radio") },
          { value: count(hides), words: say("profile.tile.hidden") },
          { value: count(points), words: say("profile.tile.points", { n: points }) },
        ]}
      />
      {lastFind !== null && <p class="soft">{say("profile.last", { at: sayDate(lastFind) })}</p>}
      {corroborations > 0 && <p class="soft">{say("profile.corroborations", { n: corroborations })}</p>}
      <Medals of={badges} />
      {card?.bio && (
        <p class="text">
          <Foreign>{card.bio}</Foreign>
        </p>
      )}
      {card?.links && card.links.length > 0 && (
        <ul class="plain-list">
          {card.links.map(({ label, url }) => (
            <li key={url}>
              <WayOut label={label} url={url} />
            </li>
          ))}
        </ul>
      )}
      {card?.publicContact && (
        <p>
          <Foreign>{card.publicContact}</Foreign>
        </p>
      )}
      <p class="foot-links">
        <a href={`/feeds/u/${encodeURIComponent(callsign)}.xml`}>{say("profile.feed")}</a>
      </p>
      {finds + hides > 0 && (
        <OnAWebsite code={(origin) => badgeCode(origin, callsign)}>
          <p>
            <img
              src={`/badge/${encodeURIComponent(callsign)}.svg`}
              alt={say("profile.badge", { call: callsign })}
            />
          </p>
        </OnAWebsite>
      )}
    </article>
  );
}
