/** What the map shows, as a table: for keyboards, screen readers, and where the map cannot be loaded. */
import { bearing, distanceM, type Point } from "../ui/places/arrow.ts";
import { sayPoint } from "../ui/places/way_to.ts";
import { sayType } from "../marks/cache_row.tsx";
import type { CacheRow } from "../phone/known/caches.ts";
import { useApp } from "../phone/app.ts";
import { Button, Foreign } from "../ui/parts.tsx";
import { rowTo } from "../pages/router.ts";
import { say } from "../ui/say.ts";
import { sayDistance } from "../ui/times.ts";
import { nameOfCache } from "../phone/known/in_parts.ts";
import type { LayerName } from "./style.ts";
import { isInside, type View } from "../ui/places/view.ts";
import { usePart } from "../ui/use_part.ts";
import { TableRoom } from "../ui/table_room.tsx";

/** How many rows the table has at most: those nearest to the middle of the map. */
const MOST = 100;

interface Row extends Point {
  /** The row's words; of thousands only those that are shown are made. */
  told(): { key: string; href: string; code: string; title: string; kind: string };
}

export function InView({ view, layers, of, wider }: {
  view: View | undefined;
  layers: ReadonlySet<LayerName>;
  /** The caches that the map shows. */
  of: readonly CacheRow[];
  /** Zooms the map out, where there is one. */
  wider?: (() => void) | undefined;
}) {
  const { caches, stations } = useApp();
  const rows: Row[] = [];
  const formOfCache = (row: CacheRow) => {
    const mark = caches.mark(row), name = nameOfCache(row);
    const kind = mark ? `${sayType(row.type)}, ${say(`state.${mark}`)}` : sayType(row.type);
    return { key: name, href: `/c/${encodeURIComponent(name)}`, code: row.code, title: row.title, kind };
  };
  if (layers.has("caches")) {
    for (const row of of) rows.push({ lat: row.lat, lon: row.lon, told: () => formOfCache(row) });
  }
  if (layers.has("stations") && stations.count.value > 0) {
    for (const { call, comment, lat, lon } of stations.all()) {
      const told = () => ({
        key: `s ${call}`,
        href: `/s/${encodeURIComponent(call)}`,
        code: call,
        title: comment,
        kind: say("map.station"),
      });
      rows.push({ lat, lon, told });
    }
  }
  const words = usePart(() => import("../marks/node_words.ts"), stations.objects.value.length > 0);
  if (layers.has("stations") && words) {
    for (const object of stations.objects.value) {
      const told = () => ({
        key: `o ${object.name}`,
        href: `/s/${encodeURIComponent(object.sender)}`,
        code: object.name,
        title: words.lineOfObject(object),
        kind: say("map.object"),
      });
      rows.push({ lat: object.lat, lon: object.lon, told });
    }
  }
  const centre = view?.centre ?? caches.here.value;
  const far = new Map(rows.map((row) => [row, centre ? distanceM(centre, row) : 0]));
  const seen = (view ? rows.filter((row) => isInside(view.bounds, row)) : rows)
    .sort((a, b) => far.get(a)! - far.get(b)!);
  if (seen.length === 0) {
    const nearest = rows.toSorted((a, b) => far.get(a)! - far.get(b)!)[0], told = nearest?.told();
    return (
      <section>
        <p role="status">{say("map.list.none")}</p>
        {told && (
          <p>
            <a href={told.href}>
              {say("map.list.nearest", {
                far: sayDistance(far.get(nearest!)!),
                title: `${told.code} ${told.title}`,
              })}
            </a>
          </p>
        )}
        {wider && <Button onClick={wider}>{say("map.list.wider")}</Button>}
        <p>
          <a href="/hide">{say(rows.length === 0 ? "nearby.first" : "nearby.first.here")}</a>
        </p>
      </section>
    );
  }
  return (
    <TableRoom label={say("map.list")}>
      <table class="table">
        <caption>
          {seen.length > MOST
            ? say("map.list.most", { n: seen.length, most: MOST })
            : say("map.list.count", { n: seen.length })}
        </caption>
        <thead>
          <tr>
            <th scope="col">{say("map.column.what")}</th>
            <th scope="col">{say("map.column.kind")}</th>
            <th scope="col">{say("map.column.far")}</th>
          </tr>
        </thead>
        <tbody>
          {seen.slice(0, MOST).map((row) => ({ ...row, ...row.told(), at: row })).map((row) => (
            <tr key={row.key}>
              <td>
                <a {...rowTo(row.href)}>
                  <span class="code">{row.code}</span> <Foreign>{row.title}</Foreign>
                </a>
              </td>
              <td>{row.kind}</td>
              <td>{centre && `${sayDistance(far.get(row.at)!)} ${sayPoint(bearing(centre, row))}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableRoom>
  );
}
