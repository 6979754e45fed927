/** The last pulls of a neighbour as a row of bars: a pull that brought something is tall, one that failed is crossed out. */
import { tell } from "../tell.ts";
import { type Neighbour, pullsOf } from "./neighbours.ts";

const MOST = 48, WIDE = 5, HIGH = 24;

export function PullStrip({ peer }: { peer: Pick<Neighbour, "history"> }) {
  const { history } = peer;
  if (history.length === 0) return <span class="soft">{tell("peers.strip.none")}</span>;
  const { fresh, none, failed } = pullsOf(peer);
  return (
    <svg
      class="strip"
      viewBox={`0 0 ${MOST * WIDE} ${HIGH}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={tell("peers.strip.label", { n: history.length, fresh, none, failed })}
    >
      {history.map(({ ok, fresh }, i) => {
        const x = (MOST - history.length + i) * WIDE;
        if (!ok) return <path key={i} class="strip-failed" d={`M${x} 8l4 10m0 -10l-4 10`} />;
        const high = fresh > 0 ? HIGH : 8;
        return (
          <rect
            key={i}
            class={fresh > 0 ? "strip-fresh" : "strip-same"}
            x={x}
            y={HIGH - high}
            width={WIDE - 1}
            height={high}
          />
        );
      })}
    </svg>
  );
}
