/** The second step's other half: the name of this instance, and the region that it is for. */
import { type Signal, useSignal } from "@preact/signals";
import { boxOf } from "../../ui/places/squares.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button } from "../../ui/parts.tsx";
import { TextField } from "../../ui/fields.tsx";
import { CopyText } from "../../ui/copy_text.tsx";
import { tell } from "../tell.ts";
import { RegionMap } from "./region_map.tsx";
import { TownSearch } from "./town_search.tsx";
import { routeTo } from "../../phone/wire/routes.ts";

/** The setting that holds the region. */
const REGION = "INSTANCE_REGION";

/** What is known of the place that is set up. */
interface PlaceProps {
  /** The locator that was chosen, as it is typed; not saved yet. */
  grid: Signal<string>;
  /** Remembers another locator. */
  choose: (grid: string) => void;
  instance: string;
  /** The saved region as the setting has it, `S,W,N,E`; empty where there is none. */
  saved: string;
  /** Reads the settings again. */
  again: () => Promise<void>;
}

/** A value that can be set only on the host is shown as the line to add to its file. */
export function Place({ grid, choose, instance, saved, again }: PlaceProps) {
  const app = useApp(), doing = useDoing(), done = useSignal("");
  const square = boxOf(grid.value);
  // Somebody who is still typing is not told that it is wrong.
  const isWrong = !square && grid.value.trim().length >= 4;
  const name = /\.|^localhost$/.test(location.hostname) ? location.hostname : "club.example";
  const box = square &&
    [square.south, square.west, square.north, square.east].map((one) => Number(one.toFixed(4))).join(",");
  const save = async () => {
    if (!box) return;
    const path = routeTo("PUT /api/admin/settings/:key", { params: { key: REGION } });
    if (!await doing.run(() => app.gateway.ask("PUT", path, { value: box }))) return;
    // Pages read the region from what the app knew at its start.
    await Promise.all([again(), app.refresh()]);
    done.value = tell("first.region.saved");
  };
  const pick = (next: string) => {
    done.value = "";
    choose(next.toUpperCase());
  };
  return (
    <>
      {instance === "localhost" && (
        <>
          <p>{tell("first.place.instance", { instance })}</p>
          <CopyText text={`INSTANCE_ID=${name === "localhost" ? "club.example" : name}`} what="INSTANCE_ID" />
        </>
      )}
      <h3>{tell("first.region")}</h3>
      <p>{tell("first.region.what")}</p>
      <TownSearch choose={pick} />
      <RegionMap grid={grid.value} choose={pick} />
      <TextField
        id="first-grid"
        label={tell("first.place.grid")}
        wrong={isWrong && tell("first.place.grid.wrong")}
        maxLength={8}
        call
        value={grid.value}
        set={pick}
      />
      <p>
        <Button
          kind="main"
          disabled={doing.busy.value || box === undefined || box === saved}
          onClick={() => void save()}
        >
          {tell("first.region.save")}
        </Button>
      </p>
      <p class="go" role="status">
        {done.value || (box !== undefined && box === saved && tell("first.region.is"))}
      </p>
      <Problem of={doing} />
      {box !== undefined && (
        <details>
          <summary>{tell("first.region.mirror")}</summary>
          <p>{tell("first.place.region.line")}</p>
          <CopyText text={`FED_SYNC_REGION=${box}`} what="FED_SYNC_REGION" />
        </details>
      )}
      <p class="soft">{tell("first.place.language")}</p>
    </>
  );
}
