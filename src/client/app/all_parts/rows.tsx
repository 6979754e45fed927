/** Many of a kind, and numbers. */
import { Acts, Card, Entries, Entry, Far, Tiles, Timeline } from "../../ui/look/lists.tsx";
import { Dots, IconDisc, KindDisc, OnAir } from "../../ui/look/radio.tsx";
import { Button } from "../../ui/parts.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { SIZE } from "../../marks/caches.ts";
import { stationPath, stationShape } from "../../marks/stations.ts";
import { WayIcon } from "../../live/heard/way_icon.tsx";
import { Bubble } from "../../ui/look/bubble.tsx";
import { HEARD, LiveRow } from "../../ui/look/live_row.tsx";
import type { Section } from "./section.ts";

const AGES = { now: "4 s", late: "24 min", old: "3 h" };

const Drawing = ({ symbol }: { symbol: string }) => (
  <svg class="symbol" viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true">
    <path d={stationPath(stationShape(symbol))} fill-rule="evenodd" />
  </svg>
);

export const ROWS: readonly Section[] = [
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
