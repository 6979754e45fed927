/** The page of one Meshtastic node: how it was heard and how it does, whom it hears and who hears it, and what it measured. */
import { useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import type { z } from "#schemas";
import type { MeshtasticNode } from "../../../stations/mod.ts";
import { PAGES } from "../../pages/page_table.ts";
import { Boundary } from "../../phone/boundary.tsx";
import { useRead } from "../../phone/use_read.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { Foreign, Heading, Loading, Unread } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { usePart } from "../../ui/use_part.ts";
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
  const seen = last.current?.value, parts = usePart(() => import("../../shack/mesh/node_parts.tsx"));
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
      {seen && parts && (
        <>
          <parts.NodeFacts node={seen.node} />
          {seen.own && <parts.Hide node={node} again={again} />}
          <parts.HearsAndHeard {...seen} />
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
    snowMm: null,
  }));
  return { wx, motion: [], telemetry: [], channels: [], device: samples };
}
