/** The page of one station: how and when it was heard, its path, track, measurements, packets, and what it covers. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { StationDetail as Detail } from "../../stations/mod.ts";
import { sayWayTo } from "../nearby/way_to.ts";
import { useApp } from "../shell/app.ts";
import { Boundary } from "../shell/boundary.tsx";
import { Foreign, Heading, Loading } from "../shell/parts.tsx";
import { go } from "../shell/router.ts";
import { say } from "../shell/say.ts";
import { sayAge } from "../shell/times.ts";
import { WatchButton } from "../shack/watch_button.tsx";
import { Coverage } from "./coverage.tsx";
import { wayOf } from "./heard.ts";
import { rowActs } from "./key_table.ts";
import { KeyHelp } from "./keys.tsx";
import { MessageButton, MessagePanel } from "./message_panel.tsx";
import { Packets } from "./packets.tsx";
import { Plots } from "./plots.tsx";
import { Symbol } from "./symbol.tsx";
import { Track } from "./track.tsx";

type StationDetail = Detail & { sentByUs?: true };

export default function StationPage({ call: given }: { call: string }) {
  const { reader } = useApp();
  const call = given.toUpperCase();
  const station = useSignal<StationDetail | undefined>(undefined);
  const writing = useSignal(false);
  useEffect(() => {
    const path = `/api/stations/${encodeURIComponent(call)}`;
    void reader.read<StationDetail>(path, ({ value }) => station.value = value);
  }, [call]);
  const one = station.value;
  const place = one?.lat != null && one.lon != null ? { lat: one.lat, lon: one.lon } : undefined;
  return (
    <>
      <Heading>
        {one && <Symbol symbol={one.symbol} />} <span class="code">{call}</span>
      </Heading>
      {!one && <Loading />}
      {one && (
        <>
          <Facts station={one} />
          {writing.value
            ? <MessagePanel call={call} close={() => writing.value = false} />
            : <MessageButton call={call} open={() => writing.value = true} />}
          <Boundary>
            <WatchButton call={call} />
          </Boundary>
          <Boundary>
            <Packets call={call} />
          </Boundary>
          <Boundary>
            <Track points={one.track} />
          </Boundary>
          <Boundary>
            <Plots call={call} place={place} />
          </Boundary>
          <Boundary>
            <Coverage call={call} />
          </Boundary>
          <KeyHelp
            acts={{
              ...rowActs(".packets summary"),
              search: () => go("/live#live-search"),
              watch: () => document.getElementById("watch")?.click(),
            }}
          />
        </>
      )}
    </>
  );
}

/** What is known of the station, in words. */
function Facts({ station }: { station: StationDetail }) {
  const { gateway, caches } = useApp();
  const {
    lastSeen,
    via,
    direct,
    comment,
    status,
    device,
    lat,
    lon,
    packets,
    speedKmh,
    course,
    livingCaches,
    placedAt,
    sentByUs,
  } = station;
  const here = caches.here.value;
  const facts = [
    lastSeen === null ? say("station.never") : say("station.heard", {
      age: sayAge(gateway.now() - lastSeen),
      way: say(`live.way.${wayOf({ via, direct, at: lastSeen })}`),
      n: packets,
    }),
    ...(sentByUs ? [`${say("live.way.sent")}: ${sayAge(gateway.now() - placedAt!)}`] : []),
    ...(device && device.vendor !== "Unknown"
      ? [say("station.device", { device: `${device.vendor} ${device.model}`.trim() })]
      : []),
    ...(lat !== null && lon !== null
      ? [say("station.at", { place: `${lat.toFixed(4)}, ${lon.toFixed(4)}` })]
      : []),
    ...(here && lat !== null && lon !== null ? [sayWayTo(here, { lat, lon })] : []),
    ...(speedKmh && course !== null ? [say("station.moving", { speed: Math.round(speedKmh), course })] : []),
  ];
  return (
    <>
      {comment && (
        <p>
          <Foreign>{comment}</Foreign>
        </p>
      )}
      {status && (
        <p>
          <Foreign>{status}</Foreign>
        </p>
      )}
      <ul>
        {facts.map((fact) => <li key={fact}>{fact}</li>)}
      </ul>
      {livingCaches?.map(({ code, title }) => (
        <p key={code}>
          <a href={`/c/${encodeURIComponent(code)}`}>
            {say("station.living")} <Foreign>{title}</Foreign>
          </a>
        </p>
      ))}
    </>
  );
}
