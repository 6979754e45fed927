/** What lies over a page, waits, comes or is not there. */
import type { ComponentChildren } from "preact";
import { BottomSheet, STOPS } from "../../ui/look/bottom_sheet.tsx";
import { Entries, Entry, Far } from "../../ui/look/lists.tsx";
import { Banner, Empty, sayInPassing, Skeleton, Toast } from "../../ui/look/over.tsx";
import { KindDisc } from "../../ui/look/radio.tsx";
import { Button, Notice } from "../../ui/parts.tsx";
import type { Section } from "./section.ts";

const no = () => {};

export const OVER: readonly Section[] = [
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
