/** The followed neighbours around this instance, with lines for what comes and what goes. The table has the same in words. */
import { ICON_PATHS } from "../../ui/icons/paths.ts";
import { isolated } from "../../ui/say.ts";
import { tell } from "../tell.ts";
import { nameOf, type Neighbour, pictureOf } from "./neighbours.ts";

const RADIUS = 130;
/** Radii of a neighbour's circle and of this instance's. */
const NODE = 20, SELF = 28;
/** Locator squares, as on every map of the app. */
const GRID = "M-150 -175V175M-50 -175V175M50 -175V175M150 -175V175M-230 -100H230M-230 0H230M-230 100H230";

/** A bowed line between the middle and a place. */
const bow = (x: number, y: number, by: number): string =>
  `M0 0Q${Math.round(x / 2 - y * by)} ${Math.round(y / 2 + x * by)} ${x} ${y}`;

/** An icon in the middle of a circle. */
const Sign = (
  { x, y, size, icon }: { x: number; y: number; size: number; icon: keyof typeof ICON_PATHS },
) => (
  <path
    class="neighbour-sign"
    d={ICON_PATHS[icon]}
    transform={`translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})`}
  />
);

export function Picture({ peers, self }: { peers: readonly Neighbour[]; self: string }) {
  const nodes = pictureOf(peers, RADIUS);
  if (nodes.length === 0) return null;
  return (
    <figure class="neighbour-picture">
      <svg viewBox="-230 -175 460 350" role="img" aria-label={tell("peers.picture", { n: nodes.length })}>
        <path class="neighbour-grid" d={GRID} />
        {nodes.map(({ peer, state, x, y, brings, takes }) => (
          <g key={peer.url} class={`neighbour-${state}`}>
            {/* The two directions lie side by side, bowed to either side of the straight line. */}
            {brings > 0 && <path class="neighbour-in" d={bow(x, y, 0.18)} stroke-width={brings} />}
            {takes > 0 && <path class="neighbour-out" d={bow(x, y, 0.1)} stroke-width={takes} />}
            {brings + takes === 0 && <path class="neighbour-none" d={bow(x, y, 0.14)} />}
            <circle
              class={peer.trust === "trusted" ? "neighbour-trusted" : "neighbour-dot"}
              cx={x}
              cy={y}
              r={NODE}
            />
            <Sign x={x} y={y} size={NODE} icon="network" />
            <text x={x} y={y + (y < 0 ? -NODE - 8 : NODE + 18)} text-anchor="middle">
              {isolated(short(nameOf(peer)))}
            </text>
          </g>
        ))}
        <circle class="neighbour-halo" r={SELF + 10} />
        <circle class="neighbour-self" r={SELF} />
        <Sign x={0} y={0} size={SELF} icon="radio-tower" />
        <text y={SELF + 28} text-anchor="middle">{isolated(short(self))}</text>
      </svg>
      <figcaption class="soft">{tell("peers.picture.legend")}</figcaption>
    </figure>
  );
}

const short = (name: string): string => name.length > 22 ? `${name.slice(0, 21)}…` : name;
