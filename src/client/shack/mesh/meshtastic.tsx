/** The Meshtastic mesh beside MeshCom: what is written to everybody, to be read only, and every node as a row. */
import type { z } from "#schemas";
import type { MeshtasticNode, MeshtasticText } from "../../../stations/mod.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { useRead } from "../../phone/use_read.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { Button, Foreign, Loading, Notice, Unread } from "../../ui/parts.tsx";
import { sayAge } from "../../ui/times.ts";
import { useRenewed } from "../renewed.ts";
import { CallLink, Rows } from "../rows.tsx";
import { tell } from "../tell.ts";
import { ChannelLine } from "./channel_line.tsx";
import { nodeAddress } from "../../marks/node_address.ts";
import { usePart } from "../../ui/use_part.ts";

type Node = z.output<typeof MeshtasticNode>;
type Text = z.output<typeof MeshtasticText>;

export function Meshtastic() {
  const { call } = useApp();
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
      {call.value && <Hidden />}
    </section>
  );
}

/** The newest at the bottom. Nobody writes there from here. */
function Channel({ messages }: { messages: readonly Text[] }) {
  const words = usePart(() => import("../../marks/node_words.ts"));
  return (
    <section class="talk" aria-label={tell("mesh.tastic.channel")}>
      <h3>{tell("mesh.tastic.channel")}</h3>
      <ol class="talk-list">
        {messages.toReversed().map(({ id, at, node, name, call, text, how }) => (
          <ChannelLine
            key={id}
            who={call ? <CallLink call={call} /> : <Foreign>{name ?? node}</Foreign>}
            at={at}
            way={words?.wayOf(how) ?? ""}
            text={text}
          />
        ))}
      </ol>
    </section>
  );
}

function Nodes({ nodes }: { nodes: readonly Node[] }) {
  const { gateway } = useApp(), words = usePart(() => import("../../marks/node_words.ts"));
  if (!words) return null;
  return (
    <Rows
      far={4}
      label={tell("mesh.tastic.nodes")}
      caption={tell("mesh.nodes.count", { n: nodes.length })}
      heads={[
        tell("mesh.column.node"),
        tell("mesh.tastic.column.number"),
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
          { code: node.node, href: nodeAddress(node.node) },
          words.roleOf(node),
          words.howOf(node),
          sayAge(Math.max(0, gateway.now() - node.lastHeard)),
          words.signalOf(node),
          words.batteryOf(node),
          words.placeOf(node),
        ],
      }))}
    />
  );
}

/** Nodes of one's own that nobody is shown, each with the way back. */
function Hidden() {
  const { gateway } = useApp(), doing = useDoing();
  const { known, again } = useRead(routeTo("GET /api/meshtastic/hidden"));
  const hidden = known.value?.value.nodes ?? [];
  if (hidden.length === 0) return null;
  const show = (node: string) =>
    doing.run(() =>
      gateway.ask("PUT", routeTo("PUT /api/meshtastic/nodes/:node", { params: { node } }), { hidden: false })
    ).then(again);
  return (
    <section>
      <h3>{tell("mesh.tastic.hidden")}</h3>
      <ul>
        {hidden.map(({ node, name }) => (
          <li key={node}>
            <Foreign>{name ?? node}</Foreign>{" "}
            <Button disabled={doing.busy.value} onClick={() => void show(node)}>
              {tell("mesh.tastic.show")}
            </Button>
          </li>
        ))}
      </ul>
      <Problem of={doing} />
    </section>
  );
}
