/** The second step's other half: the name of this instance, and the region that it is for. */
import { type Signal, useSignal } from "@preact/signals";
import { boxOf, centreOf, larger, smaller, squareAt } from "../../ui/places/squares.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button } from "../../ui/parts.tsx";
import { TextField } from "../../ui/fields.tsx";
import { HostLine, type HostSetting } from "../settings/host_write.tsx";
import { tell } from "../tell.ts";
import { type AnswerOf, routeTo } from "../../phone/wire/routes.ts";
import { Land, Lines, TownNames } from "../../map/small_ground.tsx";
import { Square } from "../../map/small_map.tsx";
import { placeOn, projectionOf } from "../../ui/places/project.ts";
import { stepped, tapped, viewOf } from "./region.ts";

// A map on which a region is chosen as a locator square: by a tap, by dragging, or with the keys. The field with the
// locator says the same in letters.

const WIDTH = 600, HEIGHT = 320;
/** Steps to the east and to the north. */
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

function RegionMap({ grid, choose }: { grid: string; choose: (grid: string) => void }) {
  /** The square when dragging began: the drawing stays as it was then, since it must not move under the finger. */
  const held = useSignal<string | undefined>(undefined);
  const square = boxOf(grid);
  const { south, west, north, east } = viewOf(held.value ?? grid);
  const projection = projectionOf([{ lat: south, lon: west }, { lat: north, lon: east }], WIDTH, HEIGHT);
  const point = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    const from = held.peek();
    if (from === undefined) return;
    const box = event.currentTarget.getBoundingClientRect(), scale = WIDTH / box.width;
    choose(
      tapped(from, placeOn(projection, (event.clientX - box.x) * scale, (event.clientY - box.y) * scale)),
    );
  };
  const wider = square && larger(grid),
    finer = square && grid.length < 6 ? smaller(grid, centreOf(square)) : undefined;
  const pressed = (event: KeyboardEvent) => {
    const step = ARROWS[event.key];
    const next = step
      ? stepped(grid, ...step)
      : event.key === "+"
      ? finer
      : event.key === "-"
      ? wider
      : undefined;
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  };
  return (
    <>
      <div
        class="region-map"
        role="application"
        tabIndex={0}
        aria-label={square ? tell("first.region.at", { grid }) : tell("first.region.map")}
        aria-describedby="region-how"
        onKeyDown={pressed}
        onPointerDown={(event) => {
          held.value = grid;
          event.currentTarget.setPointerCapture(event.pointerId);
          point(event);
        }}
        onPointerMove={point}
        onPointerUp={() => held.value = undefined}
        onPointerCancel={() => held.value = undefined}
      >
        <svg class="small-map small-map-whole" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
          <Land projection={projection} />
          <Lines projection={projection} />
          <TownNames projection={projection} marks={[]} pixel={1} mark={18} />
          {square && <Square projection={projection} square={square} />}
        </svg>
      </div>
      <p class="button-row">
        <Button disabled={!wider} onClick={() => choose(wider!)}>{tell("first.region.larger")}</Button>{" "}
        <Button disabled={!finer} onClick={() => choose(finer!)}>{tell("first.region.smaller")}</Button>
      </p>
      <p class="soft" id="region-how">{tell("first.region.how")}</p>
    </>
  );
}

// Finds a town for who does not know its locator: the region becomes the square around it.

function TownSearch({ choose }: { choose: (grid: string) => void }) {
  const { gateway } = useApp();
  const doing = useDoing();
  const text = useSignal(""), found = useSignal<AnswerOf<"GET /api/search">["places"] | undefined>(undefined);
  const search = (event: Event) => {
    event.preventDefault();
    void doing.run(async () => {
      const answer = await gateway.get(
        routeTo("GET /api/search", { query: { q: text.peek().trim(), limit: 1 } }),
      );
      if (answer.ok) found.value = answer.value.places;
      return answer;
    });
  };
  return (
    <form role="search" onSubmit={search}>
      <TextField
        id="first-town"
        label={tell("first.town")}
        type="search"
        minLength={2}
        maxLength={60}
        required
        value={text}
        set={(next) => {
          text.value = next;
          found.value = undefined;
        }}
      />
      <Button submit disabled={doing.busy.value}>{tell("first.town.find")}</Button>
      <p class="button-row" role="status">
        {found.value?.length === 0 && tell("first.town.none")}
        {found.value?.map(({ name, lat, lon }) => (
          <Button
            key={`${name} ${lat} ${lon}`}
            onClick={() => choose(squareAt({ lat, lon }, 4))}
          >
            {name} {squareAt({ lat, lon }, 4)}
          </Button>
        ))}
      </p>
      <Problem of={doing} />
    </form>
  );
}

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
  /** A setting of the host. */
  host: (key: string) => HostSetting | undefined;
  /** Reads the settings again. */
  again: () => Promise<void>;
}

/** A value that can be set only on the host is written into its file, or shown as the line to add there. */
export function Place({ grid, choose, instance, saved, host, again }: PlaceProps) {
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
          <HostLine
            setting={host("INSTANCE_ID")}
            suggested={name === "localhost" ? "club.example" : name}
            again={again}
          />
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
          <HostLine key={box} setting={host("FED_SYNC_REGION")} suggested={box} again={again} />
        </details>
      )}
      <p class="soft">{tell("first.place.language")}</p>
    </>
  );
}
