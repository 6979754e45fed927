/** What the radio of this tab hears, at once and with or without the gateway. */
import { bearing, distanceM, type Point } from "../ui/places/arrow.ts";
import { sayPoint } from "../ui/places/way_to.ts";
import { HEARD, LiveRow } from "../ui/look/live_row.tsx";
import { Entries } from "../ui/look/lists.tsx";
import { OnAir } from "../ui/look/radio.tsx";
import { Foreign } from "../ui/parts.tsx";
import { rowTo } from "../pages/router.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { say } from "../ui/say.ts";
import { sayAge, sayDistance } from "../ui/times.ts";
import type { HeardHere } from "./frames/read_frame.ts";
import { MOST_KEPT } from "./frames/kept_frames.ts";
import type { Rig } from "./rig.ts";

/** Heard within so many seconds is just now; after the second number it is greyed. */
const NOW_S = 10, OLD_S = 3600;

export function HeardHereList({ rig, here, now }: { rig: Rig; here: Point | undefined; now: number }) {
  const list = rig.heard.value, { waiting, taken, cannot } = rig.frames;
  return (
    <section class="rig-heard">
      <div class="rig-head">
        <h2>{say("rig.heard")}</h2>
        {list.length > 0 && (
          <OnAir now={now - list[0]!.at < NOW_S}>{say("rig.count", { n: list.length })}</OnAir>
        )}
      </div>
      <p class="soft">
        {say("rig.taken", { n: taken.value })} {say("rig.waiting", { n: waiting.value, most: MOST_KEPT })}
        {rig.unread.value > 0 && ` ${say("rig.unread", { n: rig.unread.value })}`}
      </p>
      {cannot.value && <p class="wait">{say("rig.cannot_sign")}</p>}
      <Entries label={say("rig.heard")}>
        {list.map((row) => (
          <Row key={row.call} row={row} here={here} now={now} own={row.call === rig.source()} />
        ))}
      </Entries>
      {list.length === 0 && <p class="soft">{say("rig.heard.none")}</p>}
      <p class="soft">{say("rig.heard.why")}</p>
    </section>
  );
}

function Row(
  { row, here, now, own }: { row: HeardHere; here: Point | undefined; now: number; own: boolean },
) {
  const ageS = Math.max(0, now - row.at);
  const at = row.lat === undefined ? undefined : { lat: row.lat, lon: row.lon! };
  return (
    <LiveRow
      look={HEARD[ageS < NOW_S ? "now" : ageS > OLD_S ? "old" : "late"]}
      link={rowTo(`/s/${encodeURIComponent(row.call)}`)}
      symbol={<Icon name="radio-tower" />}
      call={row.call}
      way={row.via === undefined ? say("rig.direct") : <span class="code">{row.via}*</span>}
      line={own && row.via !== undefined ? say("rig.repeated") : <Foreign>{row.says}</Foreign>}
      age={<span class="heard-age">{sayAge(ageS)}</span>}
      below={here && at && `${sayDistance(distanceM(here, at))} ${sayPoint(bearing(here, at))}`}
    />
  );
}
