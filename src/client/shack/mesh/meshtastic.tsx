/** The Meshtastic mesh beside MeshCom: what is written to everybody, to be read only, and every node as a row. */
import type { z } from "zod";
import type { MeshtasticNode, MeshtasticText } from "../../../stations/mod.ts";
import { useApp } from "../../phone/app.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { Foreign, Loading, Notice, Unread } from "../../ui/parts.tsx";
import { sayAge, sayTime } from "../../ui/times.ts";
import { useRenewed } from "../renewed.ts";
import { CallLink, Rows } from "../rows.tsx";
import { tell } from "../tell.ts";

type Node = z.output<typeof MeshtasticNode>;
type Text = z.output<typeof MeshtasticText>;

export function Meshtastic() {
  const { known, problem } = useRenewed(routeTo("GET /api/meshtastic/nodes", { query: { limit: "1000" } }));
  const texts = useRenewed(routeTo("GET /api/meshtastic/texts"));
  const heard = known.value?.value;
  const messages = texts.known.value?.value.messages ?? [];
  return (
    <section>
      <h2>{tell("mesh.tastic")}</h2>
      <p class="soft">{tell("mesh.tastic.what")}</p>
      {!heard && (problem.value ? <Unread>{problem.value}</Unread> : <Loading />)}
      {heard?.nodes.length === 0 && <Notice>{tell("mesh.tastic.none")}</Notice>}
      {messages.length > 0 && <Channel messages={messages} />}
      {heard && heard.nodes.length > 0 && <Nodes nodes={heard.nodes} />}
    </section>
  );
}

/** The newest at the bottom. Nobody writes there from here. */
function Channel({ messages }: { messages: readonly Text[] }) {
  const { gateway } = useApp();
  return (
    <section class="talk" aria-label={tell("mesh.tastic.channel")}>
      <h3>{tell("mesh.tastic.channel")}</h3>
      <ol class="talk-list">
        {messages.toReversed().map(({ id, at, node, name, call, text, how }) => (
          <li key={id}>
            <p class="talk-who">
              {call ? <CallLink call={call} /> : <Foreign>{name ?? node}</Foreign>}{" "}
              <span class="soft">{sayTime(at, gateway.now())}, {tell(`mesh.tastic.how.${how}`)}</span>
            </p>
            <p class="text">
              <Foreign>{text}</Foreign>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What most nodes are by their role; a number that is not among them is shown as it is. */
const ROLES = ["client", "mute", "router", "router", "router", "tracker", "sensor"] as const;
const roleOf = (role: number | null): string => {
  if (role === null) return "";
  const word = ROLES[role];
  return word ? tell(`mesh.tastic.role.${word}`) : String(role);
};
const placeOf = ({ lat, lon, cell }: Node): string =>
  lat === null || lon === null
    ? ""
    : `${lat.toFixed(cell === null ? 4 : 2)}, ${lon.toFixed(cell === null ? 4 : 2)}${
      cell === null
        ? ""
        : ` (${tell("mesh.tastic.coarse", { km: Math.max(0.1, Math.round(cell * 1112) / 10) })})`
    }`;

function Nodes({ nodes }: { nodes: readonly Node[] }) {
  const { gateway } = useApp();
  const exactly = (value: number | null | undefined, unit: string) =>
    value === null || value === undefined ? "" : `${value} ${unit}`;
  return (
    <Rows
      far={3}
      label={tell("mesh.tastic.nodes")}
      caption={tell("mesh.nodes.count", { n: nodes.length })}
      heads={[
        tell("mesh.column.node"),
        tell("mesh.tastic.column.role"),
        tell("mesh.column.how"),
        tell("mesh.column.age"),
        tell("mesh.column.quality"),
        tell("mesh.column.battery"),
        tell("mesh.tastic.column.place"),
      ]}
      rows={nodes.map((node) => ({
        key: node.node,
        cells: [
          node.callsign ? { call: node.callsign } : { foreign: node.name ?? node.node },
          roleOf(node.role),
          [
            tell(`mesh.tastic.how.${node.how}`),
            ...(node.hops ? [tell("mesh.tastic.hops", { n: node.hops })] : []),
            ...(node.encrypted ? [tell("mesh.tastic.encrypted", { n: node.encrypted })] : []),
          ].join(", "),
          sayAge(Math.max(0, gateway.now() - node.lastHeard)),
          [node.quality ? tell(`mesh.quality.${node.quality}`) : "", exactly(node.snr, "dB")].filter(Boolean)
            .join(", "),
          [
            node.battLevel ? tell(`mesh.tastic.battery.${node.battLevel}`) : "",
            node.battLevel === "mains" ? "" : exactly(node.batt, "%"),
          ].filter(Boolean).join(", "),
          placeOf(node),
        ],
      }))}
    />
  );
}
