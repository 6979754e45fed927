/** The page of one station: how and when it was heard, what it measures and where it is, plots, coverage, and its packets. */
import { type ReadonlySignal, useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { StationDetail as Detail } from "../../stations/mod.ts";
import { sayWayTo } from "../ui/places/way_to.ts";
import { useApp } from "../phone/app.ts";
import { Boundary } from "../phone/boundary.tsx";
import { Foreign, Heading, Loading } from "../ui/parts.tsx";
import { go } from "../pages/router.ts";
import { say } from "../ui/say.ts";
import { sayAge, saySpeed, sayTime } from "../ui/times.ts";
import { useRead } from "../phone/use_read.ts";
import { WatchButton } from "../shack/watches/watch_button.tsx";
import { addressOf as talkAddress, isCall } from "../talk/messages/talks.ts";
import { Coverage } from "./coverage.tsx";
import { CurrentValues } from "./current_values.tsx";
import { useClock, useFollowing } from "./following.ts";
import { wayOf, withNews } from "../phone/known/heard.ts";
import { rowActs } from "../panes/key_table.ts";
import { KeyHelp } from "../panes/keys.tsx";
import { MessageButton, MessagePanel } from "../talk/messages/message_panel.tsx";
import { Packets } from "./packets.tsx";
import { Plots } from "./plots.tsx";
import { Symbol } from "../marks/symbol.tsx";
import { Track } from "./track.tsx";
import { routeTo } from "../phone/wire/routes.ts";

type StationDetail = Detail & { sentByUs?: true };

export default function StationPage({ call: given }: { call: string }) {
  const { stations } = useApp();
  const call = given.toUpperCase();
  const { known, problem, again } = useRead(routeTo("GET /api/stations/:call", { params: { call } }));
  const writing = useSignal(false), fresh = useFollowing(call);
  const facts = fresh.facts.value;
  useEffect(() => {
    if (facts > 0) void again();
  }, [facts]);
  // What was heard is in sight at once, before the rest is read.
  const news = useComputed(() => {
    stations.changed.value;
    return stations.of(call)?.value;
  });
  const one = known.value && withNews(known.value.value, news.value);
  const place = one?.lat != null && one.lon != null ? { lat: one.lat, lon: one.lon } : undefined;
  return (
    <>
      <Heading>
        {one && <Symbol symbol={one.symbol} />} <span class="code">{call}</span>
      </Heading>
      {!one && <Loading />}
      {!one && problem.value !== "" && isCall(call) && (
        <>
          <p>
            <a href={talkAddress(call)}>{say("station.message")}</a>
          </p>
          <Boundary>
            <WatchButton call={call} />
          </Boundary>
        </>
      )}
      {one && (
        <>
          <AsOf at={known.value!.at} />
          <Facts station={one} />
          {writing.value
            ? <MessagePanel call={call} close={() => writing.value = false} />
            : <MessageButton call={call} open={() => writing.value = true} />}
          <Boundary>
            <WatchButton call={call} />
          </Boundary>
          <Boundary>
            <CurrentValues station={one} />
          </Boundary>
          <Boundary>
            <Track points={one.track} place={place} />
          </Boundary>
          <Boundary>
            <Plots call={call} place={place} fresh={fresh.plots.value} />
          </Boundary>
          <Boundary>
            <Coverage call={call} />
          </Boundary>
          <Boundary>
            <Packets call={call} fresh={facts} />
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

/** Whether the page is live; without a connection, from when it is. `at`: when it was read last, unix seconds. */
function AsOf({ at }: { at: number }) {
  const { wire, gateway } = useApp();
  return (
    <p role="status" class="soft">
      {wire.open.value ? say("station.live") : say("live.lost", { time: sayTime(at, gateway.now()) })}
    </p>
  );
}

/** A sentence with the time since something; only its text changes as time goes on. */
function Since({ at, now, words }: {
  at: number;
  now: ReadonlySignal<number>;
  words: (age: string) => string;
}) {
  const text = useComputed(() => words(sayAge(now.value - at)));
  return <li>{text}</li>;
}

/** What is known of the station, in words. */
function Facts({ station }: { station: StationDetail }) {
  const { caches } = useApp(), now = useClock();
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
    ...(lastSeen === null ? [say("station.never")] : []),
    ...(device && device.vendor !== "Unknown"
      ? [say("station.device", { device: `${device.vendor} ${device.model}`.trim() })]
      : []),
    ...(lat !== null && lon !== null
      ? [say("station.at", { place: `${lat.toFixed(4)}, ${lon.toFixed(4)}` })]
      : []),
    ...(here && lat !== null && lon !== null ? [sayWayTo(here, { lat, lon })] : []),
    ...(speedKmh && course !== null ? [say("station.moving", { speed: saySpeed(speedKmh), course })] : []),
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
      <ul class="station-facts">
        {lastSeen !== null && (
          <Since
            key={`${lastSeen} ${packets}`}
            at={lastSeen}
            now={now}
            words={(age) =>
              say("station.heard", {
                age,
                way: say(`live.way.${wayOf({ via, direct, at: lastSeen })}`),
                n: packets,
              })}
          />
        )}
        {sentByUs && (
          <Since
            key={`sent ${placedAt}`}
            at={placedAt!}
            now={now}
            words={(age) => `${say("live.way.sent")}: ${age}`}
          />
        )}
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
