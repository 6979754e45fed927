/** An answer that is a place: the way there, and to where it is kept with its cache. */
import { useApp } from "../phone/app.ts";
import { TextField } from "../ui/fields.tsx";
import { Card } from "../ui/look/lists.tsx";
import { ButtonLink } from "../ui/parts.tsx";
import type { Point } from "../ui/places/arrow.ts";
import { readPlace } from "../ui/places/coordinates.ts";
import { minutes } from "../ui/places/degrees.ts";
import { language, say } from "../ui/say.ts";
import { forCache } from "./state.ts";

/** Numbers alone are no place: it has degrees, or two numbers that are as exact as places are. */
const isExact = (line: string): boolean => line.includes("°") || line.split(/\.\d{3}/).length > 2;

/** The first place among lines of an answer. */
export function placeIn(lines: readonly string[], lang: string): Point | undefined {
  for (const line of lines) {
    const point = line.length < 80 && isExact(line) ? readPlace(line, lang) : undefined;
    if (point) return point;
  }
  return undefined;
}

export function SolvedPlace({ lines }: { lines: readonly string[] }) {
  const { call } = useApp(), point = placeIn(lines, language.value.code);
  if (!point) return null;
  const lat = point.lat.toFixed(6), lon = point.lon.toFixed(6);
  const code = forCache.value.trim(), cache = `/c/${encodeURIComponent(code)}`;
  return (
    <Card>
      <p class="code tool-place">
        {minutes(point.lat, "N", "S", 2)} <span>{minutes(point.lon, "E", "W", 3)}</span>
      </p>
      <TextField id="tool-for" label={say("tools.for")} value={forCache} maxLength={40} code />
      <div class="buttons">
        {code !== "" && (
          <ButtonLink icon="navigation" href={`${cache}/go?solved=${lat},${lon}`}>
            {say("tools.go")}
          </ButtonLink>
        )}
        {code !== "" && call.value && (
          <ButtonLink kind="quiet" icon="map-pin-plus" href={`${cache}?solved=${lat},${lon}`}>
            {say("tools.solved")}
          </ButtonLink>
        )}
        <ButtonLink kind="quiet" icon="map" href={`/map#16/${lat}/${lon}`}>{say("tools.on_map")}</ButtonLink>
      </div>
    </Card>
  );
}
