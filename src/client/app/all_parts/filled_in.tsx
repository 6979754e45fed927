/** What is filled in, chosen and switched. */
import { signal } from "@preact/signals";
import { Chip, Chips, Segmented, Tabs } from "../../ui/look/choose.tsx";
import { Card } from "../../ui/look/lists.tsx";
import { SearchBox } from "../../ui/look/search_box.tsx";
import { SwitchRow } from "../../ui/look/switch_row.tsx";
import { ChoiceField } from "../../ui/choices.tsx";
import { TextField } from "../../ui/fields.tsx";
import type { Section } from "./section.ts";

const no = () => {};

export const FILLED_IN: readonly Section[] = [
  ["Fields", () => (
    <>
      <TextField
        id="part-call"
        label="Callsign"
        hint="As it stands on your licence"
        placeholder="OE1ABC"
        value={signal("")}
      />
      <ChoiceField id="part-kind" label="Kind" choices={["Found", "Note"]} value="Found" set={no} />
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
  ["Search", () => (
    <SearchBox
      id="part-search"
      label="Search for a cache, call, place or locator"
      placeholder="Cache, call, place, locator"
      value=""
      set={no}
    />
  )],
];
