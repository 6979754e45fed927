/** What a station measured last, in large numbers: its weather, how high it is and how fast it goes. */
import type { StationDetail } from "../../stations/mod.ts";
import { sayPoint } from "../ui/places/way_to.ts";
import { Tiles } from "../ui/look/lists.tsx";
import { useApp } from "../phone/app.ts";
import { type Key, say } from "../ui/say.ts";
import { WithUtc } from "../ui/look/with_utc.tsx";
import { numberFormat, saySpeed, sayTime } from "../ui/times.ts";

type Measuring = Pick<StationDetail, "wx" | "altitudeM" | "speedKmh" | "course" | "placedAt">;

/** One number with its unit, under the name that its plot has, and a second line where there is more to say. */
interface CurrentValue {
  name: "temp" | "wind" | "pressure" | "humidity" | "rain" | "snow" | "light" | "altitude" | "speed";
  value: string;
  more?: string;
}

const inWords = (value: number, unit: string, digits: number): string =>
  `${numberFormat({ maximumFractionDigits: digits }).format(value)} ${unit}`;

/** The values that the station has, the weather in the order in which people ask for it. A speed of 0 is no news. */
export function currentValues({ wx, altitudeM, speedKmh, course }: Measuring): CurrentValue[] {
  const values: CurrentValue[] = [];
  const put = (
    name: CurrentValue["name"],
    value: number | null | undefined,
    unit: string,
    digits: number,
    more?: string,
  ) => value != null && values.push({ name, value: inWords(value, unit, digits), ...(more && { more }) });
  put("temp", wx?.tempC, "°C", 1);
  const gusts = wx?.gustMs ? `${say("plot.line.gustMs")} ${inWords(wx.gustMs, "m/s", 1)}` : undefined;
  const from = wx?.windMs && wx.windDirection !== null ? sayPoint(wx.windDirection) : undefined;
  put("wind", wx?.windMs, "m/s", 1, [from, gusts].filter((part) => part !== undefined).join(", "));
  put("rain", wx?.rain1hMm, "mm", 1, say("plot.line.rain1hMm"));
  if (wx?.rain1hMm == null) put("rain", wx?.rain24hMm, "mm", 1, say("plot.line.rain24hMm"));
  put("snow", wx?.snowMm, "mm", 0);
  put("humidity", wx?.humidity, "%", 0);
  put("pressure", wx?.pressureHpa, "hPa", 1);
  put("light", wx?.luminosityWm2, "W/m²", 0);
  put("altitude", altitudeM, "m", 0);
  if (speedKmh) {
    values.push({
      name: "speed",
      value: saySpeed(speedKmh),
      ...(course !== null && { more: sayPoint(course) }),
    });
  }
  return values;
}

/** Nothing where the station measured nothing. */
export function CurrentValues({ station }: { station: Measuring }) {
  const { gateway } = useApp();
  const values = currentValues(station), at = station.wx?.ts ?? station.placedAt;
  if (values.length === 0) return null;
  return (
    <section>
      <h2 class="caps">
        {say("station.now")} {at !== null && <WithUtc at={at} said={sayTime(at, gateway.now())} />}
      </h2>
      <Tiles
        of={values.map(({ name, value, more }) => ({
          value,
          words: [say(`plot.${name}` as Key), more].filter(Boolean).join(", "),
        }))}
      />
    </section>
  );
}
