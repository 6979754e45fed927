/** What somebody earned, as medals; and on their own page the next one, not filled yet. */
import type { IconName } from "../ui/icons/icon.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { type Key, say } from "../ui/say.ts";
import { sayDate } from "../ui/times.ts";

/** Every medal that the app knows, in the order in which people earn them, and its drawing. */
const MEDALS = {
  "first-find": "check",
  "rf-verified": "radio",
  hider: "map-pin-plus",
  "finder-10": "footprints",
  "finder-50": "footprints",
  "finder-100": "footprints",
  "finder-500": "trophy",
  summiteer: "mountain",
  "park-hunter": "map",
  "flora-fauna": "eye",
  "castle-hunter": "flag",
  "bunker-hunter": "box",
  "rover-hunter": "navigation",
  "cache-architect": "route",
  "cache-master": "trophy",
} as const satisfies Record<string, IconName>;
type Medal = keyof typeof MEDALS;
const isKnown = (badge: string): badge is Medal => Object.hasOwn(MEDALS, badge);

/** A medal's name in words; one that this app does not know is shown as the gateway names it. */
const sayMedal = (badge: string): string =>
  isKnown(badge) ? say(`badge.of.${badge}` as Key) : badge.replaceAll("-", " ");

/** The medals that a beginner earns next: the first of them that is not there yet. */
const FIRST: readonly Medal[] = ["first-find", "rf-verified", "hider", "finder-10"];
/** The next medal to earn, as long as somebody is new to the game. */
export const nextMedal = (earned: readonly { badge: string }[]): Medal | undefined =>
  FIRST.find((one) => !earned.some(({ badge }) => badge === one));

export function Medals({ of, next }: {
  of: readonly { badge: string; earnedAt: number }[];
  /** One that is not earned yet. */
  next?: Medal | undefined;
}) {
  if (of.length === 0 && !next) return null;
  return (
    <ul class="medals" aria-label={say("profile.badges")}>
      {of.map(({ badge, earnedAt }) => (
        <li key={badge}>
          <Icon name={isKnown(badge) ? MEDALS[badge] : "trophy"} />
          <strong>{sayMedal(badge)}</strong>
          <span class="soft">{sayDate(earnedAt)}</span>
        </li>
      ))}
      {next && (
        <li class="medal-next">
          <Icon name={MEDALS[next]} />
          <strong>{sayMedal(next)}</strong>
          <span class="soft">{say("profile.badge.next")}</span>
        </li>
      )}
    </ul>
  );
}

/** Room for a row of medals that are not known yet. */
export const MedalsRoom = () => (
  <ul class="medals medals-room" aria-hidden="true">
    <li>
      <Icon name="trophy" />
      <strong>–</strong>
      <span>–</span>
    </li>
  </ul>
);
