/** The page of one station: how and when it was heard, what it measures and where it is, plots, coverage, and its packets. */
import { useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { Boundary } from "../phone/boundary.tsx";
import { Card, Entries, Entry } from "../ui/look/lists.tsx";
import { CallPlate, KindDisc } from "../ui/look/radio.tsx";
import { ButtonLink, Foreign, Heading, Loading } from "../ui/parts.tsx";
import { PAGES } from "../pages/page_table.ts";
import { say } from "../ui/say.ts";
import { sayTime } from "../ui/times.ts";
import { useRead } from "../phone/use_read.ts";
import { WatchButton } from "../shack/watches/watch_button.tsx";
import { addressOf as talkAddress, isCall } from "../talk/messages/talks.ts";
import { Coverage } from "./coverage.tsx";
import { CurrentValues } from "./current_values.tsx";
import { useFollowing } from "./following.ts";
import { withNews } from "../phone/known/heard.ts";
import { rowActs } from "../panes/key_table.ts";
import { KeyHelp } from "../panes/keys.tsx";
import { MessageButton, MessagePanel } from "../talk/messages/message_panel.tsx";
import { beaconS, HeardBy, LastPath, Packets, usePackets } from "./packets.tsx";
import { Plots } from "./plots.tsx";
import { Facts, Said } from "./station_facts.tsx";
import { Symbol } from "../marks/symbol.tsx";
import { Track } from "./track.tsx";
import { routeTo } from "../phone/wire/routes.ts";

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
  const packets = usePackets(call, facts);
  return (
    <div class="station">
      <p class="back">
        <a href={PAGES.live.path}>{say("page.live")}</a>
      </p>
      <Heading>
        {one && <Symbol symbol={one.symbol} />} <CallPlate call={call} big />
      </Heading>
      {!one && <Loading />}
      {!one && problem.value !== "" && isCall(call) && (
        <div class="buttons">
          <ButtonLink href={talkAddress(call)}>{say("station.message")}</ButtonLink>
          <Boundary>
            <WatchButton call={call} />
          </Boundary>
        </div>
      )}
      {one && (
        <>
          <AsOf at={known.value!.at} />
          <Said station={one} />
          {writing.value
            ? <MessagePanel call={call} close={() => writing.value = false} />
            : (
              <div class="buttons">
                <MessageButton main call={call} open={() => writing.value = true} />
                <Boundary>
                  <WatchButton call={call} />
                </Boundary>
              </div>
            )}
          <div class="station-room">
            <div>
              <Boundary>
                <Track points={one.track} place={place} symbol={one.symbol} />
              </Boundary>
              <Boundary>
                <CurrentValues station={one} />
              </Boundary>
              {one.livingCaches?.map((cache) => <Living key={cache.code} {...cache} />)}
              <Facts station={one} everyS={packets && beaconS(packets)} />
            </div>
            <div>
              {packets && (
                <Boundary>
                  <LastPath call={call} packets={packets} />
                </Boundary>
              )}
              <Boundary>
                <Plots call={call} place={place} fresh={fresh.plots.value} />
              </Boundary>
              {packets && (
                <Boundary>
                  <HeardBy packets={packets} />
                  <Packets packets={packets} />
                </Boundary>
              )}
              <Boundary>
                <Coverage call={call} />
              </Boundary>
            </div>
          </div>
          <KeyHelp
            acts={{
              ...rowActs(".packets summary"),
              watch: () => document.getElementById("watch")?.click(),
            }}
          />
        </>
      )}
    </div>
  );
}

/** Whether the page is live; without a connection, from when it is. `at`: when it was read last, unix seconds. */
function AsOf({ at }: { at: number }) {
  const { wire, gateway } = useApp();
  return wire.open.value
    ? <p role="status" class="unseen">{say("station.live")}</p>
    : <p role="status" class="soft">{say("live.lost", { time: sayTime(at, gateway.now()) })}</p>;
}

/** A cache that goes where the station goes. */
const Living = ({ code, title }: { code: string; title: string }) => (
  <Card flush>
    <Entries label={say("station.living")}>
      <Entry
        href={`/c/${encodeURIComponent(code)}`}
        disc={<KindDisc type="living" />}
        name={<Foreign>{title}</Foreign>}
        line={say("station.living")}
      />
    </Entries>
  </Card>
);
