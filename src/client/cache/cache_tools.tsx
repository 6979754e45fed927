/** What one may do with a cache beside going there and logging it: keep it as a favourite, pass it on, watch it, report it. */
import { useSignal } from "@preact/signals";
import { useApp } from "../phone/app.ts";
import { Problem, useDoing } from "../phone/doing.tsx";
import { useReachedAt } from "../phone/passed/reached_at.ts";
import { handOn, handsOn } from "../phone/passed/share_file.tsx";
import { routeTo } from "../phone/wire/routes.ts";
import { HEART, SHARE_2 } from "../ui/icons/field_paths.ts";
import { Menu } from "../ui/look/acting.tsx";
import { Button } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import type { CacheSeen } from "./cache_seen.ts";
import { passOn } from "./pass_on.ts";

/** What the reader thinks of it, as they have just said it. */
export type Opinion = Partial<
  Pick<
    CacheSeen,
    | "favorited"
    | "favorites"
    | "watching"
    | "rating"
    | "recommended"
    | "yourRecommendation"
    | "coming"
    | "guests"
  >
>;

export function CacheTools({ cache, mine, tell, report }: {
  cache: CacheSeen;
  mine: boolean;
  tell: (said: Opinion) => void;
  report: () => void;
}) {
  const app = useApp(), { gateway, call } = app;
  const doing = useDoing(), copied = useSignal(false), at = useReachedAt();
  const { code, title, mirrored, origin, favorited = false, watching = false, lat, lon, source } = cache;
  const isMember = call.value !== undefined && !mirrored;
  const turn = (what: "favorite" | "watch", on: boolean) =>
    doing.run(async () => {
      const params = { id: code };
      const answer = what === "watch"
        ? await gateway.ask("POST", routeTo("POST /api/caches/:id/watch", { params }), { on })
        : await gateway.ask("POST", routeTo("POST /api/caches/:id/favorite", { params }), { on });
      if (answer.ok) {
        const { on, count } = answer.value;
        tell(what === "watch" ? { watching: on } : { favorited: on, favorites: count });
      }
      return answer;
    });
  const file = {
    path: routeTo("GET /api/v1/caches/:code.gpx", { params: { code } }),
    name: `${code}.gpx`,
    type: "application/gpx+xml",
  };
  const share = async () => {
    const url = `${mirrored ? `https://${origin}` : at}/c/${encodeURIComponent(code)}`;
    copied.value = await passOn({ title, url }) === "copied";
  };
  return (
    <div class="cache-tools">
      <p class="cache-told" role="status">{copied.value && say("cache.share.copied")}</p>
      {isMember && !mine && (
        <Button
          kind="round"
          icon={HEART}
          aria-label={say("cache.favorite")}
          aria-pressed={favorited}
          disabled={doing.busy.value}
          onClick={() => void turn("favorite", !favorited)}
        />
      )}
      <Button kind="round" icon={SHARE_2} aria-label={say("cache.share")} onClick={() => void share()} />
      <Menu label={say("cache.more")}>
        {!mirrored && source === "native" && lat !== null && handsOn(file.name, file.type) && (
          <li>
            <Button disabled={doing.busy.value} onClick={() => void doing.run(() => handOn(app, file))}>
              {say("out.open_in")}
            </Button>
          </li>
        )}
        {lat !== null && lon !== null && (
          <li>
            <a class="button" href={`geo:${lat},${lon}?q=${lat},${lon}(${encodeURIComponent(title)})`}>
              {say("cache.elsewhere")}
            </a>
          </li>
        )}
        {lat !== null && lon !== null && isApples() && (
          <li>
            <a
              class="button"
              href={`https://maps.apple.com/?ll=${lat},${lon}&q=${encodeURIComponent(title)}`}
            >
              {say("cache.elsewhere.apple")}
            </a>
          </li>
        )}
        {isMember && (
          <li>
            <Button disabled={doing.busy.value} onClick={() => void turn("watch", !watching)}>
              {say(watching ? "cache.unwatch" : "cache.watch")}
            </Button>
          </li>
        )}
        {!mirrored && !mine && (
          <li>
            <Button onClick={report}>{say("cache.report")}</Button>
          </li>
        )}
      </Menu>
      {doing.problem.value && <Problem of={doing} />}
    </div>
  );
}

/** Safari on phones and tablets follows no `geo:` address; a tablet calls itself a Mac, which has no touch screen. */
const isApples = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
