/** The page of one Meshtastic node: how it was heard and how it does, whom it hears and who hears it, and what it measured. */
import { useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import type { z } from "zod";
import type { MeshtasticNode } from "../../../stations/mod.ts";
import { PAGES } from "../../pages/page_table.ts";
import { useApp } from "../../phone/app.ts";
import { Boundary } from "../../phone/boundary.tsx";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { useRead } from "../../phone/use_read.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { batteryOf, howOf, nodeAddress, placeOf, roleOf, signalOf } from "../../marks/node_words.ts";
import { CallLink, Rows } from "../../shack/rows.tsx";
import { tell } from "../../shack/tell.ts";
import { Tiles } from "../../ui/look/lists.tsx";
import { Button, Foreign, Heading, Loading, Notice, Unread } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { sayAge } from "../../ui/times.ts";
import type { Drawn } from "../series.ts";
import { PlotList, type Window, WINDOWS } from "../plots.tsx";

type Node = z.output<typeof MeshtasticNode>;

export default function MeshNodePage({ node }: { node: string }) {
  const chosen = useSignal<Window>("day"), span = WINDOWS[chosen.value];
  const { known, problem, again } = useRead(
    routeTo("GET /api/meshtastic/nodes/:node", { params: { node }, query: { window: span } }),
  );
  // While another time is read, what was read before stays in sight.
  const last = useRef(known.value);
  if (known.value) last.current = known.value;
  const seen = last.current?.value;
  const plots = useMemo(
    () =>
      last.current &&
      { measured: measuredOf(last.current.value.samples), from: last.current.at - span, to: last.current.at },
    [last.current],
  );
  return (
    <div class="station">
      <p class="back">
        <a href={PAGES.mesh.path}>{say("page.mesh")}</a>
      </p>
      <Heading>{seen ? <Foreign>{seen.node.name ?? node}</Foreign> : node}</Heading>
      {!seen && (problem.value ? <Unread>{problem.value}</Unread> : <Loading />)}
      {seen && (
        <>
          <Facts node={seen.node} />
          {seen.own && <Hide node={node} again={again} />}
          <Neighbours heading={tell("mesh.tastic.hears")} of={seen.hears} />
          <Neighbours heading={tell("mesh.tastic.heard_by")} of={seen.heardBy} />
          <Boundary>
            <PlotList chosen={chosen} read={plots} place={pointOf(seen.node)} />
          </Boundary>
        </>
      )}
    </div>
  );
}

const pointOf = ({ lat, lon }: Node) => lat === null || lon === null ? undefined : { lat, lon };

/** Samples of a node as plots take them: the weather apart from how the device does. */
function measuredOf(samples: readonly (Record<string, number | undefined> & { ts: number })[]): Drawn {
  const wx = samples.map((one) => ({
    ts: one.ts,
    tempC: one.tempC ?? null,
    humidity: one.humidity ?? null,
    pressureHpa: one.pressureHpa ?? null,
    windDirection: one.windDirection ?? null,
    windMs: one.windMs ?? null,
    gustMs: one.gustMs ?? null,
    rain1hMm: one.rain1hMm ?? null,
    rain24hMm: one.rain24hMm ?? null,
    rainTodayMm: null,
    luminosityWm2: null,
  }));
  return { wx, motion: [], telemetry: [], channels: [], device: samples };
}

function Facts({ node }: { node: Node }) {
  const { gateway } = useApp();
  const facts: (readonly [string, string])[] = [
    [tell("mesh.column.age"), sayAge(Math.max(0, gateway.now() - node.lastHeard))],
    [tell("mesh.column.how"), howOf(node)],
    [tell("mesh.tastic.column.role"), roleOf(node)],
    [tell("mesh.column.quality"), signalOf(node)],
    [tell("mesh.column.battery"), batteryOf(node)],
    [tell("mesh.tastic.column.place"), placeOf(node)],
    [tell("mesh.tastic.column.number"), node.node],
  ];
  return (
    <>
      {node.callsign && (
        <p>
          {tell("mesh.tastic.station")} <CallLink call={node.callsign} />
        </p>
      )}
      <Tiles of={facts.filter(([, value]) => value !== "").map(([words, value]) => ({ words, value }))} />
      <p class="soft">{tell("mesh.tastic.what")}</p>
    </>
  );
}

/** Whoever owns the node hides it from everybody; the page of the mesh has the way back. */
function Hide({ node, again }: { node: string; again: () => Promise<void> }) {
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

function Neighbours({ heading, of }: {
  heading: string;
  of: readonly { node: string; name: string | null; snr: number; lastSeen: number }[];
}) {
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
            `${snr} dB`,
            sayAge(Math.max(0, gateway.now() - lastSeen)),
          ],
        }))}
      />
    </section>
  );
}
