/** The page Packs: the packs on this phone, and a panel to take another one. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { Boundary } from "../phone/boundary.tsx";
import { Heading, Notice } from "../ui/parts.tsx";
import { Tick } from "../ui/choices.tsx";
import { place } from "../pages/router.ts";
import { say } from "../ui/say.ts";
import { sayBytes } from "../ui/times.ts";
import { PackCard } from "./pack_card.tsx";
import { homeSquare } from "../phone/packs/home_square.ts";
import { type Room, room } from "../phone/packs/storage_state.ts";
import { boxOf, centreOf, lengthFor, squareAt } from "../ui/places/squares.ts";
import { TakePanel } from "./take_panel.tsx";
import { setWifiOnly, wifi, wifiOnly } from "../phone/packs/wifi.ts";

export default function PacksPage() {
  const { packs, caches, start } = useApp();
  const state = useSignal<Room | undefined>(undefined);
  const list = packs.chosen.value;
  useEffect(() => void room().then((now) => state.value = now), [list]);
  const asked = new URLSearchParams(place.value.query).get("take") ?? "";
  const region = start.value?.value.region;
  const rows = caches.rows.value;
  // Opened by itself the page knows no cache yet, and without one no square to offer.
  const isRead = useSignal(rows.length > 0);
  useEffect(() => {
    if (rows.length === 0) void caches.refresh().finally(() => isRead.value = true);
  }, []);
  // As large as the region that the operator chose, but not a whole field: that has too many caches to begin with.
  const length = region && lengthFor(region) > 4 ? lengthFor(region) : 4;
  const grid = boxOf(asked)
    ? asked.toUpperCase()
    : homeSquare(rows, caches.own.from.value, length) ?? (region && squareAt(centreOf(region), length));
  return (
    <>
      <Heading>{say("page.packs")}</Heading>
      <p class="soft">{say("packs.what")}</p>
      {!isSecureContext && (
        <Notice action={<a href="/trust">{say("packs.trust")}</a>}>{say("packs.insecure")}</Notice>
      )}
      {list.length === 0 ? <p role="status">{say("packs.none")}</p> : (
        <Boundary>
          <ul class="pack-list">
            {list.map((pack) => <PackCard key={pack.grid} pack={pack} />)}
          </ul>
        </Boundary>
      )}
      {/* By its key it stays itself when the list's boundary comes with the first pack: choices and focus would go. */}
      {grid && (
        <Boundary key="take">
          <TakePanel key={grid} first={grid} free={state.value?.free} />
        </Boundary>
      )}
      {/* Below the square, which pushes nothing down when it comes. */}
      {(grid || isRead.value) && (
        <>
          <Keeping state={state.value} />
          {wifi() === undefined ? <p class="soft">{say("packs.wifi.hidden")}</p> : <OnWifi />}
        </>
      )}
    </>
  );
}

/** How much room the phone has, and whether the browser promises to keep what is stored. */
function Keeping({ state }: { state: Room | undefined }) {
  if (!state) return null;
  const { free, safe } = state;
  return (
    <section>
      {free !== undefined && <p class="soft">{say("packs.free", { size: sayBytes(free) })}</p>}
      {safe === true && <p class="soft">{say("packs.safe")}</p>}
      {safe === false && <p class="soft">{say("packs.unsafe")}</p>}
    </section>
  );
}

function OnWifi() {
  const { packs } = useApp();
  const on = useSignal(wifiOnly());
  return (
    <p class="choices">
      <Tick
        label={say("packs.wifi")}
        value={on}
        set={(wanted) => {
          setWifiOnly(wanted);
          void packs.tend();
        }}
      />
    </p>
  );
}
