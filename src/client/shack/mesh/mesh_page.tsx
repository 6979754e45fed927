/** The page of the LoRa mesh: what groups write, and who hears whom, as a drawing and as tables. */
import type { z } from "#schemas";
import type { MeshGroup, MeshGroupMessage, MeshLink, MeshNode } from "../../../stations/mod.ts";
import { rowActs } from "../../panes/key_table.ts";
import { KeyHelp } from "../../panes/keys.tsx";
import { Land, Lines } from "../../map/small_ground.tsx";
import { useApp } from "../../phone/app.ts";
import { Boundary } from "../../phone/boundary.tsx";
import { Button, Heading, Loading, Notice, Unread } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { sayAge, sayReading } from "../../ui/times.ts";
import { drawnMesh, HEIGHT, WIDTH } from "./mesh_drawing.ts";
import { Meshtastic } from "./meshtastic.tsx";
import { ReadAt } from "../read_at.tsx";
import { EVERY_S, useRenewed } from "../renewed.ts";
import { CallLink, Rows } from "../rows.tsx";
import { tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ChannelLine } from "./channel_line.tsx";

// The groups of the mesh as conversations: the newest message at the bottom; a button shows earlier ones.

type Group = z.output<typeof MeshGroup>;
type Message = z.output<typeof MeshGroupMessage>;
interface Page {
  messages: Message[];
  nextCursor: string | null;
}

const nameOf = (group: string): string =>
  group === "*" ? tell("mesh.group.all") : tell("mesh.group", { group });

function Groups() {
  const { gateway } = useApp();
  const { known, problem } = useRenewed(routeTo("GET /api/mesh/groups"));
  const chosen = useSignal<string | undefined>(undefined);
  const groups = known.value?.value.groups;
  return (
    <section>
      <h2>{tell("mesh.groups")}</h2>
      {!groups && (problem.value ? <Unread>{problem.value}</Unread> : <Loading />)}
      {groups?.length === 0 && <Notice>{tell("mesh.groups.none")}</Notice>}
      {groups && groups.length > 0 && (
        <>
          <ul class="mesh-groups">
            {groups.map(({ group, messages, lastHeard }) => (
              <li key={group}>
                <Button
                  aria-pressed={chosen.value === group}
                  onClick={() => chosen.value = group}
                >
                  {nameOf(group)}{" "}
                  <span class="soft">
                    {tell("mesh.group.count", { n: messages })},{" "}
                    {tell("mesh.group.last", { age: sayAge(Math.max(0, gateway.now() - lastHeard)) })}
                  </span>
                </Button>
              </li>
            ))}
          </ul>
          {chosen.value === undefined
            ? <p class="soft">{tell("mesh.group.choose")}</p>
            : <Conversation key={chosen.value} group={chosen.value} />}
        </>
      )}
    </section>
  );
}

function Conversation({ group }: { group: string }) {
  const { gateway } = useApp();
  const params = { group }, path = routeTo("GET /api/mesh/groups/:group/messages", { params });
  const { known, problem } = useRenewed(path, 10);
  const earlier = useSignal<readonly Message[]>([]), cursor = useSignal<string | null>(null);
  useEffect(() => {
    if (known.value && earlier.peek().length === 0) cursor.value = known.value.value.nextCursor;
  }, [known.value]);
  const more = async () => {
    const answer = await gateway.get(
      routeTo("GET /api/mesh/groups/:group/messages", {
        params,
        query: { cursor: cursor.peek() ?? undefined },
      }),
    );
    if (!answer.ok) return;
    earlier.value = [...earlier.value, ...answer.value.messages];
    cursor.value = answer.value.nextCursor;
  };
  const page = known.value?.value.messages;
  if (!page) return problem.value ? <Unread>{problem.value}</Unread> : <Loading />;
  const seen = new Map([...page, ...earlier.value].map((one) => [one.id, one]));
  const messages = [...seen.values()].sort((a, b) => a.id - b.id);
  return (
    <section class="talk" aria-label={nameOf(group)}>
      <h3>{nameOf(group)}</h3>
      {cursor.value !== null && <Button onClick={() => void more()}>{tell("mesh.group.earlier")}</Button>}
      <ol class="talk-list">
        {messages.map(({ id, at, sender, text, heard, receiver }) => (
          <ChannelLine
            key={id}
            who={<CallLink call={sender} />}
            at={at}
            way={`${tell(`mesh.heard.${heard}`)}${receiver ? `: ${receiver}` : ""}`}
            text={text}
          />
        ))}
      </ol>
    </section>
  );
}

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

const signalOf = ({ quality, rssi, snr }: Pick<Node, "quality" | "rssi" | "snr">): string =>
  [quality ? say(`mesh.quality.${quality}`) : "", sayReading(rssi, "dBm"), sayReading(snr, "dB")].filter(
    Boolean,
  )
    .join(", ");
const batteryOf = ({ battLevel, batt }: Node): string =>
  [battLevel ? tell(`mesh.battery.${battLevel}`) : "", sayReading(batt, "%")].filter(Boolean).join(", ");

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
            [node.device, node.firmware, node.co2Ppm === undefined ? "" : `${node.co2Ppm} ppm CO₂`].filter(
              Boolean,
            ).join(" "),
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
