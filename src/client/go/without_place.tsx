/** What still helps on the way where the phone's place is not known: the place itself, other programs, the tag, the radio. */
import type { ComponentChildren } from "preact";
import { CHEVRON_RIGHT, CROSSHAIR, KEY_ROUND } from "../ui/icons/field_paths.ts";
import { Icon, type IconName } from "../ui/icons/icon.tsx";
import { remember } from "../phone/choices.ts";
import { Card } from "../ui/look/lists.tsx";
import { IconDisc } from "../ui/look/radio.tsx";
import type { Point } from "../ui/places/arrow.ts";
import { minutes } from "../ui/places/degrees.ts";
import { squareAt } from "../ui/places/squares.ts";
import { CopyOut } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";

/** `why`: says what is missing, and how it may be had. `staged`: its stages are opened by a tag, a code or a place. */
export function WithoutPlace({ at, code, title, mirrored, staged, why }: {
  at: Point;
  code: string;
  title: string;
  mirrored: boolean;
  staged: boolean;
  why: ComponentChildren;
}) {
  const { lat, lon } = at, ref = encodeURIComponent(code);
  const written = `${minutes(lat, "N", "S", 2)} ${minutes(lon, "E", "W", 3)}`;
  return (
    <section class="go-help">
      <h2>{say("go.noplace")}</h2>
      {why}
      <h2 class="caps">{say("go.helps")}</h2>
      <Card flush>
        <ul class="entries">
          <Way
            icon="map"
            href="/map"
            name={say("page.map")}
            before={() => remember("map.view", { centre: { lat, lon }, zoom: CLOSE })}
          >
            {say("go.helps.map")}
          </Way>
          <li>
            <div class="entry go-copy">
              <IconDisc icon={CROSSHAIR} />
              <span class="entry-words">
                <span class="entry-name code">{written}</span>
                <span class="entry-line code">{squareAt({ lat, lon }, 8)}</span>
              </span>
              <CopyOut
                text={written}
                label={say("copy.label", { what: say("form.minutes") })}
                shown={null}
              />
            </div>
          </li>
          <Way
            icon="navigation"
            href={`geo:${lat},${lon}?q=${lat},${lon}(${encodeURIComponent(title)})`}
            name={say("go.helps.app")}
          >
            {say("go.helps.app.what")}
          </Way>
          {staged && (
            <Way icon={KEY_ROUND} href={`/c/${ref}/stages`} name={say("go.helps.tag")}>
              {say("go.helps.tag.what")}
            </Way>
          )}
          {!mirrored && (
            <Way icon="radio" href={`/c/${ref}/radio`} name={say("go.helps.radio")}>
              {say("go.helps.radio.what")}
            </Way>
          )}
        </ul>
      </Card>
    </section>
  );
}

/** As near as streets have names. */
const CLOSE = 15;

/** `before`: what is done as one goes. */
const Way = ({ icon, href, name, before, children }: {
  icon: IconName;
  href: string;
  name: string;
  before?: () => void;
  children: string;
}) => (
  <li>
    <a class="entry" href={href} onClick={before}>
      <IconDisc icon={icon} />
      <span class="entry-words">
        <span class="entry-name">{name}</span>
        <span class="entry-line">{children}</span>
      </span>
      <Icon name={CHEVRON_RIGHT} />
      {""}
    </a>
  </li>
);
