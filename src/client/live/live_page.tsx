/** The page Live: the stations that are heard, as a table and as a map with trails. */
import { useSignal } from "@preact/signals";
import { useContext, useEffect, useMemo } from "preact/hooks";
import type { BigMap, Picked } from "../map/big_map.ts";
import { MapCanvas, NoMap } from "../map/canvas/lazy_canvas.tsx";
import { Overlays } from "../map/overlays.ts";
import type { LayerName } from "../map/style.ts";
import { ThingLinks } from "../map/thing_links.tsx";
import type { View } from "../ui/places/view.ts";
import { Beside } from "../ui/beside.ts";
import { centreOf } from "../ui/places/squares.ts";
import { useApp } from "../phone/app.ts";
import { Boundary } from "../phone/boundary.tsx";
import { PAGES } from "../pages/page_table.ts";
import { Button, Heading, SearchField } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { sayTime } from "../ui/times.ts";
import { HeardList } from "./heard_list.tsx";
import { rowActs } from "../panes/key_table.ts";
import { KeyHelp } from "../panes/keys.tsx";
import { MessagePanel } from "../talk/messages/message_panel.tsx";
import { OwnScreen } from "./own_screen.tsx";
import { useBell } from "./bell.ts";
import { SHOWN_S } from "../phone/known/stations.ts";
import { useUncovered } from "../map/uncover.ts";

const LAYERS: ReadonlySet<LayerName> = new Set(["stations"]);
/** On a screen of this width the map is beside the list; on a narrower one it is loaded at a press of a button. */
const WIDE = "(min-width: 64rem)";

export default function LivePage() {
  const { stations, wire, caches, gateway, reader, start } = useApp();
  const wanted = useSignal("");
  // As the list beside a station it has no room for a map, unless the map was there already.
  const mapped = useSignal(matchMedia(WIDE).matches && !useContext(Beside));
  useEffect(() => {
    void stations.refresh();
    // A link that leads here to search sets the focus into the field.
    if (location.hash === "#live-search") document.getElementById("live-search")?.focus();
    return wire.want({ maxAgeS: SHOWN_S });
  }, []);
  useBell();
  const region = start.value?.value.region;
  const here = caches.here.value ??
    (region ? centreOf(region) : undefined);
  const known = stations.known.value;
  return (
    <>
      <Heading>{say("page.live")}</Heading>
      <p role="status" class="soft">
        {wire.open.value
          ? say("live.open")
          : known
          ? say("live.lost", { time: sayTime(known.at, gateway.now()) })
          : say(reader.missing.value ? "weather.unread" : "doing.loading")}
      </p>
      <SearchField id="live-search" label={say("live.search")} value={wanted} />
      <div class="buttons">
        <Button aria-pressed={mapped.value} onClick={() => mapped.value = !mapped.value}>
          {say("live.map")}
        </Button>
        <OwnScreen />
      </div>
      <p>
        <a href="/print/net">{say("print.net")}</a> · <a href={PAGES.tak.path}>{say("page.tak")}</a>
      </p>
      {!caches.here.value && <p class="soft">{say(region ? "live.from_region" : "live.from_nowhere")}</p>}
      <div class="map-room">
        {mapped.value && (
          <Boundary>
            <LiveMap />
          </Boundary>
        )}
        <HeardList wanted={wanted.value.trim().toUpperCase()} here={here} />
      </div>
      <KeyHelp
        acts={{
          ...rowActs(".live-heard tbody a", "live-search"),
          fresh: () => document.querySelector<HTMLElement>(".live-new button")?.click(),
          map: () => mapped.value = !mapped.value,
        }}
      />
    </>
  );
}

function LiveMap() {
  const { reader } = useApp();
  const overlays = useMemo(() => new Overlays(reader), []);
  const view = useSignal<View | undefined>(undefined), map = useSignal<BigMap | undefined>(undefined);
  const missing = useSignal(false);
  const picked = useSignal<readonly Picked[]>([]), writing = useSignal<string | undefined>(undefined);
  useUncovered(map.value, writing.value);
  if (missing.value) return <NoMap />;
  return (
    <div class="map-with">
      <MapCanvas
        overlays={overlays}
        layers={LAYERS}
        view={view}
        map={map}
        missing={missing}
        about="stations"
        picked={(things) => picked.value = things}
      />
      {writing.value && <MessagePanel call={writing.value} close={() => writing.value = undefined} />}
      {picked.value.length > 0 && <ThingLinks things={picked.value} write={(call) => writing.value = call} />}
    </div>
  );
}
