/** A list of caches that somebody shares, for whoever has its address. */
import { SmallMap } from "../../map/small_map.tsx";
import { Way } from "../../marks/cache_row.tsx";
import { PAGES } from "../../pages/page_table.ts";
import { useOwnPlace } from "../../phone/position/use_own_place.ts";
import { useRead } from "../../phone/use_read.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { Card, Entries, Entry } from "../../ui/look/lists.tsx";
import { KindDisc } from "../../ui/look/radio.tsx";
import { ButtonLink, Foreign, Heading, Loading, Notice, Why } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { sayDistance } from "../../ui/times.ts";
import { mapHash, wayM } from "./lists/order.ts";

export default function SharedListPage({ share }: { share: string }) {
  const here = useOwnPlace(true).from.value;
  const { known, problem } = useRead(routeTo("GET /api/lists/:share", { params: { share } }));
  const list = known.value?.value;
  if (problem.value) {
    return (
      <>
        <Heading>{say("page.shared_list")}</Heading>
        <Notice>
          <Why says={problem.value} />
        </Notice>
      </>
    );
  }
  if (!list) return <Loading title="page.shared_list" />;
  const points = list.caches.flatMap(({ lat, lon, ...cache }) =>
    lat === null || lon === null ? [] : { ...cache, lat, lon }
  );
  const hash = mapHash(points);
  return (
    <>
      <Heading>
        <Foreign>{list.name}</Foreign>
      </Heading>
      <p class="soft">
        {say("lists.by", { call: list.by })} {say("lists.caches", { n: list.caches.length })}
        {points.length > 1 && `, ${say("lists.way", { far: sayDistance(wayM(points)) })}`}
      </p>
      <SmallMap strip points={points} label={say("lists.map", { name: list.name })} />
      {hash && (
        <p>
          <ButtonLink kind="quiet" icon="map" href={PAGES.map.path + hash}>{say("lists.on_map")}</ButtonLink>
        </p>
      )}
      <Card flush>
        <Entries label={list.name}>
          {list.caches.map(({ code, title, type, lat, lon }) => (
            <Entry
              key={code}
              href={`/c/${encodeURIComponent(code)}`}
              disc={<KindDisc type={type} />}
              name={<Foreign>{title}</Foreign>}
              line={<span class="code">{code}</span>}
              far={here && lat !== null && lon !== null && <Way from={here} to={{ lat, lon }} />}
            />
          ))}
        </Entries>
      </Card>
    </>
  );
}
