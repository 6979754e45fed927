/** Draws a packet's path as a line of stations, with the same in one sentence. */
import { say } from "../ui/say.ts";
import { advice, hopsOf } from "./path.ts";
import { TableRoom } from "../ui/table_room.tsx";

/** Width of a station and height of the drawing, in its units: three stations fill a phone. */
const STEP = 112, HEIGHT = 88, LINE = 52;

export function PathDrawing({ call, path, receiver }: {
  call: string;
  path: readonly string[];
  receiver: string | null;
}) {
  const hops = hopsOf(call, path, receiver);
  const poor = advice(path);
  const width = STEP * hops.length;
  const middle = (at: number) => STEP * (at + 0.5);
  return (
    <>
      <TableRoom label={say("station.path")}>
        <svg class="path" width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
          {hops.slice(1).map(({ role }, at) => (
            <path
              key={at}
              class={role === "unused" ? "path-unused" : "path-used"}
              d={role === "unused"
                ? `M${middle(at) + 14} ${LINE}H${middle(at + 1) - 14}`
                : `M${middle(at) + 8} ${LINE - 9}Q${middle(at + 0.5)} ${LINE - 56} ${middle(at + 1) - 8} ${
                  LINE - 9
                }`}
            />
          ))}
          {hops.map((hop, at) => (
            <g key={at}>
              <circle class={`path-${hop.role}`} cx={middle(at)} cy={LINE} r="10" />
              <text x={middle(at)} y={HEIGHT - 6} text-anchor="middle">{hop.call}</text>
            </g>
          ))}
        </svg>
      </TableRoom>
      <ol class="unseen">
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
