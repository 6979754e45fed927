/** Draws a packet's path as a line of stations, with the same in one sentence. */
import { say } from "../ui/say.ts";
import { advice, hopsOf } from "./path.ts";
import { TableRoom } from "../ui/table_room.tsx";

/** Width of a station and height of the drawing, in pixels: three stations fit on a phone. */
const STEP = 112, HEIGHT = 64;

export function PathDrawing({ call, path, receiver }: {
  call: string;
  path: readonly string[];
  receiver: string | null;
}) {
  const hops = hopsOf(call, path, receiver);
  const poor = advice(path);
  const width = STEP * hops.length;
  return (
    <>
      <TableRoom label={say("station.path")}>
        <svg class="path" width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
          {hops.slice(1).map(({ role }, at) => (
            <line
              key={at}
              class={role === "unused" ? "path-unused" : "path-used"}
              x1={STEP * (at + 0.5) + 8}
              x2={STEP * (at + 1.5) - 8}
              y1="20"
              y2="20"
            />
          ))}
          {hops.map((hop, at) => (
            <g key={at}>
              <circle class={`path-${hop.role}`} cx={STEP * (at + 0.5)} cy="20" r="7" />
              <text x={STEP * (at + 0.5)} y="48" text-anchor="middle">{hop.call}</text>
            </g>
          ))}
        </svg>
      </TableRoom>
      <ol class="path-words">
        {hops.map((hop, at) => (
          <li key={at}>
            <span class="code">{hop.call}</span> {say(`station.path.${hop.role}`)}
          </li>
        ))}
      </ol>
      {poor && <p>{say(`station.path.${poor}`)}</p>}
    </>
  );
}
