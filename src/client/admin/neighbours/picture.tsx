/** The followed neighbours around this instance, with lines for what comes and what goes. The table has the same in words. */
import { isolated } from "../../ui/say.ts";
import { tell } from "../tell.ts";
import { nameOf, type Neighbour, pictureOf } from "./neighbours.ts";

const RADIUS = 130;

export function Picture({ peers, self }: { peers: readonly Neighbour[]; self: string }) {
  const nodes = pictureOf(peers, RADIUS);
  if (nodes.length === 0) return null;
  return (
    <figure class="neighbour-picture">
      <svg viewBox="-230 -175 460 350" role="img" aria-label={tell("peers.picture", { n: nodes.length })}>
        {nodes.map(({ peer, state, x, y, brings, takes }) => {
          // The lines of the two directions lie side by side, moved apart by these pixels.
          const [dx, dy] = [Math.round(-y / RADIUS * 4), Math.round(x / RADIUS * 4)];
          return (
            <g key={peer.url} class={`neighbour-${state}`}>
              {brings > 0 && (
                <path class="neighbour-in" d={`M${x + dx} ${y + dy}L${dx} ${dy}`} stroke-width={brings} />
              )}
              {takes > 0 && (
                <path class="neighbour-out" d={`M${-dx} ${-dy}L${x - dx} ${y - dy}`} stroke-width={takes} />
              )}
              {brings + takes === 0 && <path class="neighbour-none" d={`M0 0L${x} ${y}`} />}
              <circle
                class={peer.trust === "trusted" ? "neighbour-trusted" : "neighbour-dot"}
                cx={x}
                cy={y}
                r="9"
              />
              <text x={x} y={y + (y < 0 ? -16 : 26)} text-anchor="middle">
                {isolated(short(nameOf(peer)))}
              </text>
            </g>
          );
        })}
        <circle class="neighbour-self" r="14" />
        <text y="34" text-anchor="middle">{isolated(short(self))}</text>
      </svg>
      <figcaption class="soft">{tell("peers.picture.legend")}</figcaption>
    </figure>
  );
}

const short = (name: string): string => name.length > 22 ? `${name.slice(0, 21)}…` : name;
