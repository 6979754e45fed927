/** A person as others see them. The server draws the same for the first paint. */
import { Foreign, Heading } from "../ui/parts.tsx";
import { type Key, say } from "../ui/say.ts";
import { sayDate } from "../ui/times.ts";
import { badgeCode } from "../ui/for_others.tsx";
import { OnAWebsite } from "../phone/passed/on_a_website.tsx";

/** What `/api/profile/:call` answers. */
export interface ProfileSeen {
  callsign: string;
  homeInstance: string;
  accountVerified: boolean;
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

const BADGES = [
  "first-find",
  "finder-10",
  "finder-50",
  "finder-100",
  "finder-500",
  "rf-verified",
  "summiteer",
  "park-hunter",
  "rover-hunter",
  "flora-fauna",
  "castle-hunter",
  "bunker-hunter",
  "hider",
  "cache-architect",
  "cache-master",
];
/** A badge's name in words; one that this app does not know is shown as the gateway names it. */
const sayBadge = (badge: string): string =>
  BADGES.includes(badge) ? say(`badge.of.${badge}` as Key) : badge.replaceAll("-", " ");

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
  const tiers = (["A", "B", "none"] as const).flatMap((tier) => {
    const n = person.byTier[tier] ?? 0;
    return n === 0 ? [] : [`${n} ${say(`tier.${tier}`)}`];
  });
  return (
    <article class="profile-view">
      <Heading>
        <span class="code">{callsign}</span>
      </Heading>
      <p>
        {card?.displayName && (
          <>
            <Foreign>{card.displayName}</Foreign> ·{" "}
          </>
        )}
        <span class={person.accountVerified ? "go" : "soft"}>
          {say(person.accountVerified ? "badge.verified" : "badge.unverified")}
        </span>
        {person.supporter && <span class="soft">· {say("profile.supporter")}</span>}
      </p>
      {card?.homeGrid && <p class="soft">{say("cache.locator", { grid: card.homeGrid })}</p>}
      {card?.bio && (
        <p class="text">
          <Foreign>{card.bio}</Foreign>
        </p>
      )}
      {card?.links && card.links.length > 0 && (
        <ul>
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
      <h2>{say("profile.counts")}</h2>
      <ul>
        <li>
          {say("profile.finds", { n: finds })}
          {tiers.length > 0 && <span class="soft">: {tiers.join(", ")}</span>}
        </li>
        <li>{say("profile.points", { n: points })}</li>
        <li>{say("profile.hides", { n: hides })}</li>
        {corroborations > 0 && <li>{say("profile.corroborations", { n: corroborations })}</li>}
        {lastFind !== null && <li>{say("profile.last", { at: sayDate(lastFind) })}</li>}
      </ul>
      {badges.length > 0 && (
        <>
          <h2>{say("profile.badges")}</h2>
          <ul class="badges">
            {badges.map(({ badge, earnedAt }) => (
              <li key={badge}>
                <strong>{sayBadge(badge)}</strong> <span class="soft">{sayDate(earnedAt)}</span>
              </li>
            ))}
          </ul>
        </>
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
