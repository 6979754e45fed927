/**
 * Sheets to print: to take along, to put into a container, or to hang up. In black only, for A4 and Letter. The server draws
 * them with the app's own components; they need no script.
 */
import { CacheFacts, CacheWords } from "../cache/cache_view.tsx";
import type { CacheSeen } from "../cache/cache_seen.ts";
import * as ground from "../map/small_ground.tsx";
import { SmallMap } from "../map/small_map.tsx";
import { sayType } from "../marks/cache_row.tsx";
import { minutes } from "../ui/places/degrees.ts";
import type { Start } from "../../read/mod.ts";
import { isOnlyHere } from "../ui/passed_on.ts";
import { sayFrequency } from "./frequency.ts";
import { Foreign } from "../ui/parts.tsx";
import { RADIUS_M } from "../../caches/rules/tier_limits.ts";
import { sayDistance } from "../ui/times.ts";
import { type Fields, QrDrawing } from "../ui/qr/qr_drawing.tsx";
import { say } from "../ui/say.ts";

/** The address that a sheet leads to, and its QR code. */
export interface Leads {
  address: string;
  fields: Fields;
  /** Where else it can lead, and the same sheet with that address. */
  others: readonly { origin: string; href: string }[];
}

/** The QR code with its address. What leads nobody there says so before it is on paper. */
export const Lead = ({ to: { address, fields, others } }: { to: Leads }) => (
  <>
    <p class="sheet-lead">
      <QrDrawing fields={fields} label={say("print.qr", { address })} />
      <span class="code">{address}</span>
    </p>
    {isOnlyHere(address) && <p class="bad sheet-form">{say("print.only_here")}</p>}
    {others.length > 0 && (
      <p class="sheet-form">
        {say("print.others")} {others.map(({ origin, href }) => (
          <>
            {" "}
            <a href={href}>{origin}</a>
          </>
        ))}
      </p>
    )}
  </>
);

const place = ({ lat, lon }: { lat: number; lon: number }): string =>
  `${minutes(lat, "N", "S", 2)} ${minutes(lon, "E", "W", 3)}`;

/** Everything about a cache on one sheet: map, place, text, and the hint upside down. */
export function CacheSheet({ cache, to }: { cache: CacheSeen; to: Leads }) {
  const { code, title, lat, lon, type } = cache;
  return (
    <article class="sheet">
      <h1>
        <Foreign>{title}</Foreign>
      </h1>
      <CacheFacts cache={cache} />
      {lat !== null && lon !== null && (
        <>
          <p class="sheet-place code">
            {place({ lat, lon })} {cache.grid}
          </p>
          <SmallMap points={[{ lat, lon, code, title, type }]} label={say("print.map")} under={ground} />
        </>
      )}
      <CacheWords cache={cache} hintClass="sheet-upside" />
      <Lead to={to} />
      <p class="sheet-more">
        <a href={`/c/${code}/print/log`}>{say("print.log")}</a>{" "}
        <a href={`/c/${code}/print/label`}>{say("print.label")}</a>
      </p>
    </article>
  );
}

/** How many lines a log sheet has: they fit on A4 and on Letter. */
const LINES = 18;

/** A log sheet for the container, to be filled in by hand. */
export function LogSheet({ cache, to }: { cache: CacheSeen; to: Leads }) {
  return (
    <article class="sheet">
      <h1>
        <Foreign>{cache.title}</Foreign> <span class="code">{cache.code}</span>
      </h1>
      <p>{say("print.log.what")}</p>
      <table class="sheet-lines">
        <thead>
          <tr>
            {(["date", "call", "words"] as const).map((one) => (
              <th key={one} scope="col">{say(`print.column.${one}`)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: LINES }, (_, i) => (
            <tr key={i}>
              <td />
              <td />
              <td />
            </tr>
          ))}
        </tbody>
      </table>
      <Lead to={to} />
    </article>
  );
}

/** A label for the outside of the container, which says what it is to somebody who finds it by chance. */
export function Label({ cache, to }: { cache: CacheSeen; to: Leads }) {
  return (
    <article class="sheet sheet-label">
      <h1>{say("print.label.game")}</h1>
      <p>{say("print.label.what")}</p>
      <p class="sheet-big code">{cache.code}</p>
      <p>
        <Foreign>{cache.title}</Foreign> · {say("cache.by", { owner: cache.owner })}
      </p>
      <Lead to={to} />
    </article>
  );
}

/** A row of the list of caches. */
export interface Listed {
  code: string;
  title: string;
  type: string;
  lat: number;
  lon: number;
}

/** The caches of a square, to tick off. `most`: how many there are room for. */
export function ListSheet({ caches, grid, most, to }: {
  caches: readonly Listed[];
  grid: string;
  most: number;
  to: Leads;
}) {
  return (
    <article class="sheet">
      <h1>{grid === "" ? say("print.list.all") : say("print.list", { grid })}</h1>
      {caches.length >= most && <p>{say("print.list.most", { n: most })}</p>}
      {caches.length === 0 ? <p>{say("nearby.none")}</p> : (
        <>
          <SmallMap points={caches} label={say("nearby.map")} under={ground} />
          <table class="sheet-list">
            <thead>
              <tr>
                <th scope="col">{say("print.column.tick")}</th>
                <th scope="col">{say("print.column.code")}</th>
                <th scope="col">{say("print.column.cache")}</th>
                <th scope="col">{say("print.column.place")}</th>
              </tr>
            </thead>
            <tbody>
              {caches.map((one) => (
                <tr key={one.code}>
                  <td>
                    <span class="sheet-tick" />
                  </td>
                  <td class="code">{one.code}</td>
                  <td>
                    <Foreign>{one.title}</Foreign> · {sayType(one.type)}
                  </td>
                  <td class="code">{place(one)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <Lead to={to} />
    </article>
  );
}

const COMMANDS = ["found", "dnf", "note", "near", "mail", "verify", "help"] as const;

/** The commands that the gateway takes over the air, as a card for the pocket. */
export function RadioSheet({ call, frequency, to }: {
  call: string;
  frequency: Start["frequency"];
  to: Leads;
}) {
  return (
    <article class="sheet">
      <h1>{say("print.radio")}</h1>
      <p>{say("print.radio.what", { call })} {sayFrequency(frequency)}</p>
      <table class="sheet-list">
        <thead>
          <tr>
            <th scope="col">{say("print.column.message")}</th>
            <th scope="col">{say("print.column.does")}</th>
          </tr>
        </thead>
        <tbody>
          {COMMANDS.map((one) => (
            <tr key={one}>
              <td class="code">{say(`print.radio.${one}`)}</td>
              <td>{say(`print.does.${one}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{say("print.radio.proof", { far: sayDistance(RADIUS_M) })}</p>
      <Lead to={to} />
    </article>
  );
}

/** A poster: what this instance is, and its address. */
export function Poster({ name, text, to }: { name: string; text?: string; to: Leads }) {
  return (
    <article class="sheet sheet-poster">
      <h1>{name}</h1>
      {text !== undefined && <p class="text">{text}</p>}
      <p class="sheet-big">{say("print.poster.come")}</p>
      <p>{say("nearby.what")}</p>
      <p>{say("print.poster.free")}</p>
      <Lead to={to} />
    </article>
  );
}
