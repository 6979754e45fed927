/** The page of the LoRa mesh: what groups write, and who hears whom, as a drawing and as tables. */
import type { z } from "zod";
import type { MeshLink, MeshNode } from "../../../stations/mod.ts";
import { rowActs } from "../../panes/key_table.ts";
import { KeyHelp } from "../../panes/keys.tsx";
import { Land, Lines } from "../../map/small_ground.tsx";
import { useApp } from "../../phone/app.ts";
import { Boundary } from "../../phone/boundary.tsx";
import { Heading, Notice, Unread } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { sayAge } from "../../ui/times.ts";
import { drawnMesh, HEIGHT, WIDTH } from "./mesh_drawing.ts";
import { Groups } from "./mesh_groups.tsx";
import { Meshtastic } from "./meshtastic.tsx";
import { ReadAt } from "../read_at.tsx";
import { EVERY_S, useRenewed } from "../renewed.ts";
import { Rows } from "../rows.tsx";
import { tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";

type Node = z.output<typeof MeshNode>;
type Link = z.output<typeof MeshLink>;

export default function MeshPage() {
  const { call } = useApp();
  const nodes = useRenewed(routeTo("GET /api/mesh/nodes", { query: { limit: "1000" } }));
  const links = useRenewed(routeTo("GET /api/mesh/links"));
  const heard = nodes.known.value?.value, heardLinks = links.known.value?.value.links ?? [];
  return (
    <>
      <Heading>{say("page.mesh")}</Heading>
      <p>{tell("mesh.what")}</p>
      <ReadAt known={nodes.known.value} everyS={EVERY_S} />
      <div class="shack-room">
        <Boundary>
          <Groups />
        </Boundary>
        <Boundary>
          <section>
            <h2>{tell("mesh.drawing")}</h2>
            {nodes.problem.value && <Unread>{nodes.problem.value}</Unread>}
            {heard && heard.nodes.length === 0 && <Notice>{tell("mesh.drawing.none")}</Notice>}
            {heard && heard.nodes.length > 0 && <Drawing nodes={heard.nodes} links={heardLinks} />}
          </section>
        </Boundary>
      </div>
      {heard && heard.nodes.length > 0 && (
        <>
          <Nodes {...heard} />
          {!call.value && <p class="soft">{tell("mesh.coarse")}</p>}
          {heardLinks.length > 0 && <Links links={heardLinks} />}
        </>
      )}
      <Boundary>
        <Meshtastic />
      </Boundary>
      <KeyHelp acts={rowActs(".mesh-groups button, main :is(.table tbody, .row-cards) a")} />
    </>
  );
}

function Drawing({ nodes, links }: { nodes: readonly Node[]; links: readonly Link[] }) {
  const { gateway } = useApp();
  const drawn = drawnMesh(nodes, links, gateway.now());
  return (
    <>
      <svg
        class="small-map small-map-whole mesh"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={tell("mesh.drawing.label", { nodes: nodes.length, links: links.length })}
      >
        <Land projection={drawn.projection} />
        <Lines projection={drawn.projection} />
        {drawn.links.map(({ key, kind, from, to, width, fresh }) => (
          <line
            key={key}
            class={`mesh-${kind}`}
            x1={from.x}
            y1={from.y}
            x2={to.x}
            y2={to.y}
            stroke-width={width}
            opacity={fresh}
          />
        ))}
        {drawn.nodes.map(({ call, x, y, fresh, named }) => (
          <g key={call} opacity={fresh}>
            <circle cx={x} cy={y} r="6" />
            {named && <text x={x + 10} y={y + 4}>{call}</text>}
          </g>
        ))}
      </svg>
      <p class="soft">{tell("mesh.legend")}</p>
    </>
  );
}

const exactly = (value: number | null | undefined, unit: string): string =>
  value === null || value === undefined ? "" : `${value} ${unit}`;
const signalOf = ({ quality, rssi, snr }: Pick<Node, "quality" | "rssi" | "snr">): string =>
  [quality ? say(`mesh.quality.${quality}`) : "", exactly(rssi, "dBm"), exactly(snr, "dB")].filter(Boolean)
    .join(", ");
const batteryOf = ({ battLevel, batt }: Node): string =>
  [battLevel ? tell(`mesh.battery.${battLevel}`) : "", exactly(batt, "%")].filter(Boolean).join(", ");

function Nodes({ nodes }: { nodes: readonly Node[] }) {
  const { gateway } = useApp();
  return (
    <section>
      <h2>{tell("mesh.nodes")}</h2>
      <Rows
        far={2}
        label={tell("mesh.nodes")}
        caption={tell("mesh.nodes.count", { n: nodes.length })}
        heads={[
          tell("mesh.column.node"),
          tell("mesh.column.how"),
          tell("mesh.column.age"),
          tell("mesh.column.quality"),
          tell("mesh.column.battery"),
          tell("mesh.column.device"),
        ]}
        rows={nodes.map((node) => ({
          key: node.callsign,
          cells: [
            { call: node.callsign },
            `${tell(`mesh.heard.${node.how}`)}${node.receiver ? `: ${node.receiver}` : ""}`,
            sayAge(Math.max(0, gateway.now() - node.lastHeard)),
            signalOf(node),
            batteryOf(node),
            [node.device, node.firmware].filter(Boolean).join(" "),
          ],
        }))}
      />
    </section>
  );
}

function Links({ links }: { links: readonly Link[] }) {
  const { gateway } = useApp();
  return (
    <details>
      <summary>{tell("mesh.links")}</summary>
      <Rows
        far={5}
        label={tell("mesh.links")}
        caption={tell("mesh.links.count", { n: links.length })}
        heads={[
          tell("mesh.column.from"),
          tell("mesh.column.to"),
          tell("mesh.column.kind"),
          tell("mesh.column.quality"),
          tell("mesh.column.samples"),
          tell("mesh.column.age"),
        ]}
        rows={links.map((link) => ({
          key: `${link.from} ${link.to} ${link.kind}`,
          cells: [
            { call: link.from },
            { call: link.to },
            tell(`mesh.kind.${link.kind}`),
            signalOf(link),
            link.samples,
            sayAge(Math.max(0, gateway.now() - link.lastSeen)),
          ],
        }))}
      />
    </details>
  );
}
