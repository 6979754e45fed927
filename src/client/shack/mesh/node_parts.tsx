/** Parts of the page of one Meshtastic node: how it does, the button that hides it, its neighbours. */
import { useSignal } from "@preact/signals";
import type { z } from "#schemas";
import type { MeshtasticNode } from "../../../stations/mod.ts";
import { nodeAddress } from "../../marks/node_address.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { routeTo } from "../../phone/wire/routes.ts";
import { Tiles } from "../../ui/look/lists.tsx";
import { Button, Notice } from "../../ui/parts.tsx";
import { usePart } from "../../ui/use_part.ts";
import { sayAge, sayReading } from "../../ui/times.ts";
import { CallLink, Rows } from "../rows.tsx";
import { tell } from "../tell.ts";

type Node = z.output<typeof MeshtasticNode>;

/** What is known of it now. */
export function NodeFacts({ node }: { node: Node }) {
  const { gateway } = useApp(), words = usePart(() => import("../../marks/node_words.ts"));
  if (!words) return null;
  const facts: (readonly [string, string])[] = [
    [tell("mesh.column.age"), sayAge(Math.max(0, gateway.now() - node.lastHeard))],
    [tell("mesh.tastic.column.role"), words.roleOf(node)],
    [tell("mesh.column.quality"), words.signalOf(node)],
    [tell("mesh.column.battery"), words.batteryOf(node)],
  ];
  return (
    <>
      {node.callsign && (
        <p>
          {tell("mesh.tastic.station")} <CallLink call={node.callsign} />
        </p>
      )}
      <p class="soft">
        <span class="code">{node.node}</span>
        {[words.howOf(node), words.placeOf(node)].filter(Boolean).map((one) => ` · ${one}`)}
      </p>
      <Tiles of={facts.filter(([, value]) => value !== "").map(([words, value]) => ({ words, value }))} />
      <p class="soft">{tell("mesh.tastic.what")}</p>
    </>
  );
}

/** Whoever owns the node hides it from everybody; the page of the mesh has the way back. */
export function Hide({ node, again }: { node: string; again: () => Promise<void> }) {
  const { gateway } = useApp(), doing = useDoing(), hidden = useSignal(false);
  const put = async (wanted: boolean) => {
    const path = routeTo("PUT /api/meshtastic/nodes/:node", { params: { node } });
    if (!await doing.run(() => gateway.ask("PUT", path, { hidden: wanted }))) return;
    hidden.value = wanted;
    if (!wanted) await again();
  };
  return (
    <div role="status">
      {hidden.value && <Notice>{tell("mesh.tastic.is_hidden")}</Notice>}
      <Button disabled={doing.busy.value} onClick={() => void put(!hidden.value)}>
        {hidden.value ? tell("mesh.tastic.show") : tell("mesh.tastic.hide")}
      </Button>
      <Problem of={doing} />
    </div>
  );
}

/** Whom it hears, and who hears it. */
export const HearsAndHeard = ({ hears, heardBy }: { hears: NeighbourRows; heardBy: NeighbourRows }) => (
  <>
    <Neighbours heading={tell("mesh.tastic.hears")} of={hears} />
    <Neighbours heading={tell("mesh.tastic.heard_by")} of={heardBy} />
  </>
);

type NeighbourRows = readonly { node: string; name: string | null; snr: number; lastSeen: number }[];

function Neighbours({ heading, of }: { heading: string; of: NeighbourRows }) {
  const { gateway } = useApp();
  if (of.length === 0) return null;
  return (
    <section>
      <h2>{heading}</h2>
      <Rows
        far={3}
        label={heading}
        heads={[
          tell("mesh.column.node"),
          tell("mesh.tastic.column.number"),
          tell("mesh.column.quality"),
          tell("mesh.column.age"),
        ]}
        rows={of.map(({ node, name, snr, lastSeen }) => ({
          key: node,
          cells: [
            { foreign: name ?? "" },
            { code: node, href: nodeAddress(node) },
            sayReading(snr, "dB"),
            sayAge(Math.max(0, gateway.now() - lastSeen)),
          ],
        }))}
      />
    </section>
  );
}
