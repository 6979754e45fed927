/** What is known of a station in words: what it says of itself, how long ago and how it was heard, where it is, what it is. */
import { FlagLines } from "../phone/known/flags.tsx";
import { STATION_FLAGS } from "../phone/known/other_facts.ts";
import { type ReadonlySignal, useComputed } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { StationDetail as Detail } from "../../stations/mod.ts";
import { useApp } from "../phone/app.ts";
import { wayOf } from "../phone/known/heard.ts";
import { OnAir } from "../ui/look/radio.tsx";
import { Foreign } from "../ui/parts.tsx";
import { squareAt } from "../ui/places/squares.ts";
import { sayPoint, sayWayTo } from "../ui/places/way_to.ts";
import { say } from "../ui/say.ts";
import { sayAge, sayDistance, sayMegahertz, saySpeed } from "../ui/times.ts";
import { useClock } from "./following.ts";

type StationDetail = Detail & { sentByUs?: true };

/** Heard within so many seconds is just now. */
const NOW_S = 10;
/** Letters of the locator: a square of some five kilometres. */
const SQUARE = 6;

/** A sentence with the time since something; only its text changes as time goes on. */
function Since({ at, now, words }: {
  at: number;
  now: ReadonlySignal<number>;
  words: (age: string) => string;
}) {
  const text = useComputed(() => words(sayAge(now.value - at)));
  return <OnAir now={now.peek() - at < NOW_S}>{text}</OnAir>;
}

/** The lines below its call. */
export function Said({ station }: { station: StationDetail }) {
  const now = useClock();
  const { lastSeen, via, direct, comment, status, packets, placedAt, sentByUs, emergency } = station;
  return (
    <div class="station-facts">
      <p>
        {lastSeen === null ? say("station.never") : (
          <Since
            key={`${lastSeen} ${packets}`}
            at={lastSeen}
            now={now}
            words={(age) =>
              say("station.heard", {
                age,
                way: say(`live.way.${wayOf({ via, direct, at: lastSeen })}`),
                n: packets,
              })}
          />
        )}
      </p>
      {sentByUs && (
        <p>
          <Since
            key={`sent ${placedAt}`}
            at={placedAt!}
            now={now}
            words={(age) => `${say("live.way.sent")}: ${age}`}
          />
        </p>
      )}
      {emergency && <p class="bad">{say("station.emergency")}</p>}
      <FlagLines of={station} flags={STATION_FLAGS} />
      {[comment, status].map((text, at) =>
        text && (
          <p key={at}>
            <Foreign>{text}</Foreign>
          </p>
        )
      )}
    </div>
  );
}

const inCode = (text: string) => <span class="code">{text}</span>;

/** Facts that are looked up: a name and its value each. `everyS`: how often it sends. */
export function Facts({ station, everyS }: { station: StationDetail; everyS: number | undefined }) {
  const { caches } = useApp(), here = caches.here.value;
  const { device, lat, lon, speedKmh, course, packets, frequency, antenna, rangeM, micE } = station;
  const place = lat !== null && lon !== null ? { lat, lon } : undefined;
  const facts: [name: string, value: ComponentChildren][] = [];
  // What people look for at a repeater comes first.
  if (frequency) {
    const { mhz, tone, offsetMhz } = frequency;
    facts.push([say("station.frequency"), sayMegahertz(mhz)]);
    if (tone) facts.push([say("station.tone"), inCode(tone)]);
    if (offsetMhz) facts.push([say("station.shift"), sayMegahertz(offsetMhz, "always")]);
  }
  if (micE) facts.push([say("station.mic_e"), <span key="mic-e" lang="en">{micE}</span>]);
  if (here && place) facts.push([say("station.far"), sayWayTo(here, place)]);
  if (speedKmh && course !== null) {
    facts.push([say("station.way"), `${saySpeed(speedKmh)}, ${course}° ${sayPoint(course)}`]);
  }
  if (place) {
    facts.push([say("station.locator"), inCode(squareAt(place, SQUARE))]);
    facts.push([
      say("station.place"),
      inCode(`${place.lat.toFixed(4)}, ${place.lon.toFixed(4)}`),
    ]);
  }
  if (rangeM) facts.push([say("station.range"), sayDistance(rangeM)]);
  if (antenna) {
    const height = sayDistance(antenna.heightM);
    facts.push([say("station.antenna"), say("station.antenna.value", { height, gain: antenna.gainDb })]);
    if (antenna.watts) facts.push([say("station.power"), `${antenna.watts} W`]);
  }
  if (everyS !== undefined) {
    facts.push([say("station.every"), say("station.every.value", { age: sayAge(everyS) })]);
  }
  if (packets > 0) facts.push([say("station.packets"), packets]);
  if (device && device.vendor !== "Unknown") {
    facts.push([say("station.device"), `${device.vendor} ${device.model}`.trim()]);
  }
  if (facts.length === 0) return null;
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
