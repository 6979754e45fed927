/** Every part that pages are made of, in each of its states: for human eyes, who look at them without a gateway. */
import type { ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import { ActBar, Menu } from "./acting.tsx";
import { BottomSheet, STOPS } from "./bottom_sheet.tsx";
import { Chip, Chips, Segmented, Tabs } from "./choose.tsx";
import { Acts, Card, Entries, Entry, Far, GroupHead, Tiles, Timeline } from "./lists.tsx";
import { Banner, Empty, sayInPassing, Skeleton, Toast } from "./over.tsx";
import { CallPlate, Dots, IconDisc, KindDisc, Lamp, OnAir, TierBadge } from "./radio.tsx";
import { Round, RoundGroup, RoundLink, RoundMark } from "./round.tsx";
import { SearchBox } from "./search_box.tsx";
import { SwitchRow } from "./switch_row.tsx";
import { Button, ButtonLink, Field, Heading, Notice } from "../parts.tsx";
import { HEART } from "../icons/field_paths.ts";
import { Icon } from "../icons/icon.tsx";

const KINDS = ["traditional", "multi", "mystery", "letterbox", "virtual", "earth", "audio", "living"];
const no = () => {};

/** Sections: a heading and what belongs below it. */
const SECTIONS: readonly [title: string, shown: () => ComponentChildren][] = [
  ["Type", () => (
    <>
      <Heading>Page title</Heading>
      <h2>Section title</h2>
      <h3>Row title</h3>
      <p>Reading text, for a description or a log.</p>
      <p class="soft">Second line, quiet.</p>
      <GroupHead>Label in capitals</GroupHead>
    </>
  )],
  ["Buttons", () => (
    <>
      <Button kind="main" icon="flag">Log it</Button>
      <div class="buttons">
        <ButtonLink kind="quiet" icon="navigation" href="#">Go there</ButtonLink>
        <Button>More</Button>
        <Button kind="bad">Revoke</Button>
        <Button aria-pressed>Chosen</Button>
        <Button disabled>Not now</Button>
      </div>
    </>
  )],
  ["At the thumb, behind three points", () => (
    <div class="thumbed">
      <p>
        <Button kind="round" icon={HEART} aria-label="Favourite" aria-pressed={false} />{" "}
        <Button kind="round" icon={HEART} aria-label="No favourite" aria-pressed />
      </p>
      <Menu label="More">
        <li>
          <Button>Watch</Button>
        </li>
      </Menu>
      <ActBar>
        <ButtonLink kind="quiet" icon="navigation" href="#">Go there</ButtonLink>
        <Button kind="main" icon="flag">Log it</Button>
      </ActBar>
    </div>
  )],
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
  ["Fields", () => (
    <>
      <Field id="call" label="Callsign" hint="As it stands on your licence">
        <input id="call" placeholder="OE1ABC" />
      </Field>
      <Field id="kind" label="Kind">
        <select id="kind">
          <option>Found</option>
        </select>
      </Field>
    </>
  )],
  ["Segmented, chips, tabs", () => (
    <>
      <Segmented
        name="log"
        label="Kind of log"
        choices={["Found", "Not found", "Note"]}
        words={String}
        value="Found"
        set={no}
      />
      <Chips label="Filters">
        <Chip on onClick={no}>Distance</Chip>
        <Chip on={false} n={12} onClick={no}>Not found yet</Chip>
        <Chip on={false} n={9} onClick={no}>Heard here</Chip>
      </Chips>
      <Tabs
        label="Talk"
        of={[
          { href: "#1", words: "Messages", current: true },
          { href: "#2", words: "Mail", current: false },
          { href: "#3", words: "Bulletins", current: false },
        ]}
      />
    </>
  )],
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
  ["Switched at once", () => (
    <Card flush>
      <SwitchRow icon="bell" name="Tell me on this device" on set={no} />
      <SwitchRow
        icon="mails"
        name="A digest by mail"
        line="Once a day, where there is news"
        on={false}
        set={no}
      />
      <SwitchRow icon="radio" name="Not to be changed here" on={false} disabled set={no} />
    </Card>
  )],
  ["Over a map: tools, marks at one spot", () => (
    <div class="buttons">
      <RoundGroup label="Tools">
        <Round icon="layers" aria-expanded={false}>Layers</Round>
        <Round icon="ruler" aria-expanded>Ruler</Round>
        <Round icon="minus" disabled>Wider</Round>
      </RoundGroup>
      <RoundLink icon="map" href="#">Map</RoundLink>
      <RoundMark name="DCV6527, The old mill" on={false} onClick={no}>
        <KindDisc type="multi" />
      </RoundMark>
      <RoundMark name="FDY5465, Stamp of the vineyard" on onClick={no}>
        <KindDisc type="letterbox" mark="found" />
      </RoundMark>
    </div>
  )],
  ["Search", () => (
    <SearchBox
      id="part-search"
      label="Search for a cache, call, place or locator"
      placeholder="Cache, call, place, locator"
      value=""
      set={no}
    />
  )],
  ["Heard, and what is done with a row", () => (
    <Card flush>
      <Entries>
        <Entry
          disc={<IconDisc icon="radio" tint="air" />}
          name={<CallPlate call="OE3DAN-9" />}
          line="direct"
          far={<Far value="2" unit="s" below="1.4 km NW" />}
        />
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
