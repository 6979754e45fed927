/** The page of the NET/ROM node: which nodes it knows, and over which neighbours it reaches them. */
import { useSignal } from "@preact/signals";
import { rowActs } from "../../panes/key_table.ts";
import { KeyHelp } from "../../panes/keys.tsx";
import { TableRoom } from "../../ui/table_room.tsx";
import { Heading, Loading, Notice, SearchField, Unread } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { drawnWays, type KnownNode, LINE, MOST, nodesOf, WIDTH } from "./node_ways.ts";
import { sayPort } from "./port_words.ts";
import { ReadAt } from "../read_at.tsx";
import { EVERY_S, useRenewed } from "../renewed.ts";
import { Rows } from "../rows.tsx";
import { tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";

export default function NodePage() {
  const { known, problem } = useRenewed(routeTo("GET /api/node/nodes"));
  const wanted = useSignal("");
  const ways = known.value?.value.nodes, nodes = ways && nodesOf(ways);
  const text = wanted.value.trim().toUpperCase();
  const fits = ({ dest, alias, neighbor, others }: KnownNode) =>
    [dest, alias, neighbor, ...others].some((one) => one.toUpperCase().includes(text));
  const found = nodes?.filter(fits) ?? [];
  return (
    <>
      <Heading>{say("page.node")}</Heading>
      <p>{tell("node.what")}</p>
      <ReadAt known={known.value} everyS={EVERY_S} />
      {!nodes && (problem.value ? <Unread>{problem.value}</Unread> : <Loading />)}
      {nodes?.length === 0 && <Notice>{tell("node.none")}</Notice>}
      {nodes && nodes.length > 0 && (
        <>
          <Drawing nodes={nodes} />
          <h2>{tell("node.nodes")}</h2>
          <SearchField id="node-search" label={tell("node.search")} value={wanted} />
          <Rows
            far={3}
            label={tell("node.nodes")}
            caption={tell("node.count", { n: found.length })}
            heads={[
              tell("node.column.node"),
              tell("node.column.alias"),
              tell("node.column.over"),
              tell("node.column.quality"),
              tell("node.column.port"),
              tell("node.column.others"),
            ]}
            rows={found.map((node) => ({
              key: node.dest,
              cells: [
                { call: node.dest },
                { code: node.alias },
                { call: node.neighbor },
                node.quality,
                sayPort(node.port),
                node.others.join(", "),
              ],
            }))}
          />
        </>
      )}
      <p>
        <a href="/ports">{tell("ports.heard")}</a>
      </p>
      <KeyHelp acts={rowActs("main :is(.table tbody, .row-cards) a")} />
    </>
  );
}

function Drawing({ nodes }: { nodes: readonly KnownNode[] }) {
  const { height, here, neighbours, nodes: marks, lines } = drawnWays(nodes);
  return (
    <section>
      <h2>{tell("node.drawing")}</h2>
      <TableRoom label={tell("node.drawing")}>
        <svg
          class="ways"
          width={WIDTH}
          height={height}
          viewBox={`0 0 ${WIDTH} ${height}`}
          role="img"
          aria-label={tell("node.drawing.label", {
            n: Math.min(nodes.length, MOST),
            neighbours: neighbours.length,
          })}
        >
          {lines.map(({ key, width, ...ends }) => <line key={key} stroke-width={width} {...ends} />)}
          {[{ ...here, call: tell("node.here"), alias: "" }, ...neighbours, ...marks].map((mark) => (
            <g key={mark.call}>
              <circle cx={mark.x} cy={mark.y} r="6" />
              <text x={mark.x + 10} y={mark.y - LINE / 4}>
                {"alias" in mark && mark.alias ? `${mark.call} ${mark.alias}` : mark.call}
              </text>
            </g>
          ))}
        </svg>
      </TableRoom>
      {nodes.length > MOST && <p class="soft">{tell("node.more", { most: MOST, n: nodes.length })}</p>}
    </section>
  );
}
