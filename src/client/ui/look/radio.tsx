/** What gives the app its face: call plates, tiers, kinds, what is on the air. Each colour comes with a shape or a word. */
import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "../icons/icon.tsx";
import { say } from "../say.ts";
import { KIND_ICONS, kindOf } from "./kinds.ts";

/**
 * A callsign as a plate. `proven`: its strip says that the call was verified. The SSID is lighter than the call. With `href`
 * it leads to the station or the person.
 */
export function CallPlate({ call, proven, big, href }: {
  call: string;
  proven?: boolean | undefined;
  big?: boolean;
  href?: string;
}) {
  const at = call.indexOf("-"), own = at < 0 ? call : call.slice(0, at);
  const look = ["call", proven && "call-proven", big && "call-big"].filter(Boolean).join(" ");
  const words = <bdi>{own}{at >= 0 && <i>{call.slice(at)}</i>}</bdi>;
  return href === undefined ? <span class={look}>{words}</span> : <a class={look} href={href}>{words}</a>;
}

const TIER_ICONS = { A: "radio", B: "map-pin", none: "pencil", uncounted: "x", waits: "hourglass" } as const;

/**
 * A find's tier: A is filled and bears waves, B is tinted and bears a pin; none, and one that does not count where it was
 * logged, are outlines; what waits is dashed.
 */
export const TierBadge = ({ tier, children }: { tier: keyof typeof TIER_ICONS; children: string }) => (
  <span class={`tier tier-${tier}`}>
    <Icon name={TIER_ICONS[tier]} />
    {children}
  </span>
);

/** What a find is worth where it was logged: its tier, unless that does not reach what the cache asks for. */
export const worthHere = ({ tier, verified }: { tier: "A" | "B" | null; verified?: boolean | undefined }) =>
  tier !== null && verified === false ? "uncounted" : tier ?? "none";

/** The same as a badge, in words. */
export function FindBadge({ of }: { of: Parameters<typeof worthHere>[0] }) {
  const worth = worthHere(of);
  return <TierBadge tier={worth}>{say(`tier.${worth}`)}</TierBadge>;
}

/** The drawing of a type of cache, where no disc stands around it. */
export const kindIcon = (type: string) => KIND_ICONS[kindOf(type)];

/** The signs at a cache's disc: found, found and not sent yet, logged by a find that does not count. */
const MARKS = { found: "check", pending: "hourglass", logged: "pencil" } as const;

/**
 * A cache as a disc: its type is the drawing and the hue, its state the sign at the edge. Beside words that say both.
 * `off`: it is not to be looked for at present.
 */
export const KindDisc = ({ type, mark, off, size }: {
  type: string;
  mark?: keyof typeof MARKS | undefined;
  off?: boolean;
  size?: "small" | "big";
}) => (
  <span
    class={["kind", `kind-${kindOf(type)}`, off && "kind-off", size && `kind-${size}`].filter(Boolean).join(
      " ",
    )}
    aria-hidden="true"
  >
    <Icon name={KIND_ICONS[kindOf(type)]} />
    {mark && (
      <span class={`kind-mark kind-mark-${mark}`}>
        <Icon name={MARKS[mark]} />
        {""}
      </span>
    )}
  </span>
);

/**
 * Difficulty or terrain of five as dots, halves as halves. `label` says it whole, such as "Difficulty 2.5 of 5". One element and
 * not five: a list has a hundred of them, and they were a third of what it is made of.
 */
export const Dots = ({ of, label }: { of: number; label: string }) => (
  <span class={`dots dots-${Math.min(10, Math.max(0, Math.round(of * 2)))}`} role="img" aria-label={label} />
);

/** Heard on the air: amber, with a lamp that pulses while that was just `now`. */
export const OnAir = ({ now, children }: { now?: boolean; children: ComponentChildren }) => (
  <span class={now ? "air air-now" : "air"}>{children}</span>
);

/** How something is: a disc is good, a diamond wants a look, a square is broken, a ring is off. A word stands beside it. */
export const Lamp = (
  { is, children }: { is: "good" | "look" | "broken" | "off"; children: ComponentChildren },
) => (
  <span class="lamped">
    <i class={`lamp lamp-${is}`} />
    {children}
  </span>
);

/** A drawing in a tinted square, before a row that is no cache. */
export const IconDisc = ({ icon, tint = "plain" }: {
  icon: IconName;
  tint?: "plain" | "go" | "air" | "pin" | "bad";
}) => (
  <span class={`disc disc-${tint}`} aria-hidden="true">
    <Icon name={icon} />
    {""}
  </span>
);
