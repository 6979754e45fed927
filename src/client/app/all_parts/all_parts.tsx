/** Every part that pages are made of, in each of its states: for human eyes, who look at them without a gateway. */
import { renderToString } from "preact-render-to-string";
import { Acts, Card, Entries, Entry, Far, GroupHead, Tiles, Timeline } from "../../ui/look/lists.tsx";
import { FILLED_IN } from "./filled_in.tsx";
import type { Section } from "./section.ts";
import { TYPE_AND_ACTS } from "./type_and_acts.tsx";
import { CallPlate, Dots, IconDisc, KindDisc, Lamp, OnAir, TierBadge } from "../../ui/look/radio.tsx";
import type { ComponentChildren } from "preact";
import { BottomSheet, STOPS } from "../../ui/look/bottom_sheet.tsx";
import { Banner, Empty, sayInPassing, Skeleton, Toast } from "../../ui/look/over.tsx";
import { Button, Notice } from "../../ui/parts.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { SIZE } from "../../marks/caches.ts";
import { stationPath, stationShape } from "../../marks/stations.ts";
import { WayIcon } from "../../live/heard/way_icon.tsx";
import { Bubble } from "../../ui/look/bubble.tsx";
import { HEARD, LiveRow } from "../../ui/look/live_row.tsx";

// Many of a kind, and numbers.

const AGES = { now: "4 s", late: "24 min", old: "3 h" };

const Drawing = ({ symbol }: { symbol: string }) => (
  <svg class="symbol" viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true">
    <path d={stationPath(stationShape(symbol))} fill-rule="evenodd" />
  </svg>
);

const ROWS: readonly Section[] = [
  ["Rows", () => (
    <Card flush>
      <Entries label="Caches">
        <Entry
          href="#"
          current
          disc={<KindDisc type="letterbox" />}
          name="Stamp of the vineyard"
          line={
            <>
              <span>D</span>
              <Dots of={2} label="Difficulty 2 of 5" />
              <span>3 finds</span>
            </>
          }
          far={<Far value="1.4" unit="km" below="NW" />}
        />
        <Entry
          href="#"
          disc={<KindDisc type="living" mark="found" />}
          name="Catch the delivery van"
          line={<OnAir now>heard 2 s ago</OnAir>}
          far={<Far value="6.7" unit="km" below="E" />}
        />
        <Entry disc={<IconDisc icon="bell" tint="air" />} name="Alerts" line="2 new" />
      </Entries>
    </Card>
  )],
  ["Live rows: just now, a while ago, long ago", () => (
    <Entries>
      {(["now", "late", "old"] as const).map((when) => (
        <LiveRow
          key={when}
          look={HEARD[when]}
          link={{ href: "#" }}
          symbol={<Drawing symbol={when === "now" ? "/>" : "/_"} />}
          call={when === "now" ? "OE1GUS-9" : "OE3XWX-13"}
          way={
            <>
              <WayIcon way={when === "now" ? "direct" : "digi"} />
              {when === "now" ? "direct" : "1 digi"}
            </>
          }
          line={when === "now" ? "52 km/h, delivery van" : "3.4 °C, wind 2 m/s NW"}
          age={<span class="heard-age">{AGES[when]}</span>}
          below="6.7 km E"
        />
      ))}
    </Entries>
  )],
  ["Bubbles", () => (
    <ol class="said">
      <Bubble mine={false} says="received" line={<time>11:02</time>}>Are you on the hill?</Bubble>
      {(["queued", "sent", "acked", "failed"] as const).map((state) => (
        <Bubble
          key={state}
          mine
          state={state}
          says={state}
          line={<time>11:04</time>}
          action={state === "failed" && <Button>Write again</Button>}
        >
          Yes, QRV on 145.500
        </Bubble>
      ))}
    </ol>
  )],
  ["What is done with a row", () => (
    <Card flush>
      <Entries>
        <Entry
          disc={<IconDisc icon="key-round" tint="go" />}
          name="This device"
          line="added yesterday"
          far={
            <Acts>
              <Button>Remove</Button>
            </Acts>
          }
        />
      </Entries>
    </Card>
  )],
  ["Tiles", () => (
    <Tiles
      of={[{ value: "1,204", words: "frames in an hour" }, { value: "118 km", words: "farthest" }]}
    />
  )],
  ["Timeline", () => (
    <Timeline
      of={[
        { key: 1, mark: <Icon name="radio" />, tint: "A", what: <>OE1GUS found it, yesterday 18:04</> },
        { key: 2, mark: <Icon name="map-pin" />, tint: "B", what: <>OE3FND found it, 3 days ago</> },
        { key: 3, mark: <Icon name="pencil" />, what: <>OE1ANA left a note</> },
      ]}
    />
  )],
  ["Table", () => (
    <table class="table">
      <thead>
        <tr>
          <th>Port</th>
          <th>Mode</th>
          <th>Frames</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td class="code">kiss</td>
          <td>1200 Bd</td>
          <td>982</td>
        </tr>
      </tbody>
    </table>
  )],
];

// What lies over a page, waits, comes or is not there.

const no = () => {};

const OVER: readonly Section[] = [
  ["Banner, notice, toast", () => (
    <>
      <Banner icon="radio" action={<a href="#">Look</a>}>1 command waits for you</Banner>
      <Banner icon="hourglass" calm>1 log waits on this phone</Banner>
      <Notice action={<a href="#">Hide the first one</a>}>No caches here.</Notice>
      {void sayInPassing("Watching OE1GUS-9", { words: "Undo", do: no })}
      <div class="held">
        <Toast />
      </div>
    </>
  )],
  ["Coming, empty", () => (
    <>
      <Skeleton rows={2} label="One moment" />
      <Empty icon="map-pin-plus" action={<Button>Hide the first one</Button>}>
        The nearest one is 41 km away.
      </Empty>
    </>
  )],
  ...STOPS.map((
    stop,
  ): [string, () => ComponentChildren] => [`Sheet, ${stop}`, () => (
    <div class="held held-map">
      <BottomSheet
        value={stop}
        set={no}
        words={{ handle: "Height of the list", low: "closed", half: "half open", open: "open" }}
      >
        <Entries>
          <Entry
            disc={<KindDisc type="virtual" />}
            name="Where the river turns"
            far={<Far value="2.0" unit="km" />}
          />
          <Entry
            disc={<KindDisc type="mystery" />}
            name="Ninety-nine beacons"
            far={<Far value="2.3" unit="km" />}
          />
        </Entries>
      </BottomSheet>
    </div>
  )]),
];

// What gives the app its face: calls, tiers, kinds, what is heard.

const KINDS = ["traditional", "multi", "mystery", "letterbox", "virtual", "earth", "audio", "living"];

const ON_THE_AIR: readonly Section[] = [
  ["Call plates", () => (
    <p>
      <CallPlate call="OE1ANA" proven /> <CallPlate call="OE1GUS-9" proven href="#" />{" "}
      <CallPlate call="OE3DAN" /> <CallPlate call="OE3XAR" proven big />
    </p>
  )],
  ["Tiers", () => (
    <p>
      <TierBadge tier="A">radio-verified</TierBadge> <TierBadge tier="B">location-verified</TierBadge>{" "}
      <TierBadge tier="none">not verified</TierBadge> <TierBadge tier="waits">waits</TierBadge>
    </p>
  )],
  ["Kinds", () => (
    <>
      <p>
        {KINDS.map((type) => <KindDisc key={type} type={type} />)}
        <KindDisc type="audio" mark="found" /> <KindDisc type="earth" mark="pending" />
        <KindDisc type="sota" off /> <KindDisc type="multi" size="small" />{" "}
        <KindDisc type="living" size="big" />
      </p>
      <p>
        D <Dots of={2} label="Difficulty 2 of 5" /> T <Dots of={2.5} label="Terrain 2.5 of 5" />{" "}
        <Dots of={4.5} label="Terrain 4.5 of 5" />
      </p>
    </>
  )],
  ["On the air", () => (
    <>
      <p>
        <OnAir now>heard 4 s ago</OnAir> <OnAir>heard 3 min ago</OnAir> <span class="count">2</span>
      </p>
      <p>
        <Lamp is="good">good</Lamp> <Lamp is="look">look</Lamp> <Lamp is="broken">broken</Lamp>{" "}
        <Lamp is="off">off</Lamp>
      </p>
    </>
  )],
];

const SECTIONS: readonly Section[] = [...TYPE_AND_ACTS, ...ON_THE_AIR, ...FILLED_IN, ...ROWS, ...OVER];

/** All of them as HTML: sections with a heading each. */
export const drawParts = (): string =>
  renderToString(
    <main>
      {SECTIONS.map(([title, Shown]) => (
        <section key={title} aria-label={title}>
          <GroupHead>{title}</GroupHead>
          <Shown />
        </section>
      ))}
    </main>,
  );
