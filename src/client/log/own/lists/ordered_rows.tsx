/**
 * The caches of a list in the order in which they are visited. A handle is dragged, or moved with the arrow keys while it has the
 * focus; where the cache stands then is said.
 */
import { sayType, Way } from "../../../marks/cache_row.tsx";
import { useApp } from "../../../phone/app.ts";
import { Problem } from "../../../phone/doing.tsx";
import { plainCode } from "../../../phone/known/same_code.ts";
import { useOwnPlace } from "../../../phone/position/use_own_place.ts";
import { useHandles } from "../../../ui/look/handles.ts";
import { KindDisc } from "../../../ui/look/radio.tsx";
import { Button, Foreign } from "../../../ui/parts.tsx";
import { say } from "../../../ui/say.ts";
import type { RowsByCode, useOrder } from "./use_order.ts";

export function OrderedRows({ order, byCode, label }: {
  order: ReturnType<typeof useOrder>;
  byCode: RowsByCode;
  label: string;
}) {
  const { caches } = useApp(), here = useOwnPlace(true).from.value;
  const { codes, move, save } = order;
  const { rows, handle, held, keyed } = useHandles({ keys: codes, move, save });
  return (
    <>
      <ol
        class="entries card card-flush list-order"
        aria-label={label}
        {...rows}
      >
        {codes.map((code, at) => {
          const row = byCode.get(plainCode(code)), title = row?.title ?? code;
          const mark = row && caches.mark(row);
          return (
            <li key={code} class={held === code ? "entry list-held" : "entry"}>
              <Button
                kind="round"
                icon="menu"
                aria-label={say("lists.move", { title })}
                {...handle(code, at)}
              />
              <a class="entry list-link" href={`/c/${encodeURIComponent(row?.gid ?? code)}`}>
                <KindDisc type={row?.type ?? ""} mark={mark} off={row?.status !== "active"} />
                <span class="entry-words">
                  <span class="entry-name">
                    <Foreign>{title}</Foreign>
                  </span>
                  <span class="entry-line">
                    {mark
                      ? <span class={mark === "logged" ? "soft" : "go"}>{say(`state.${mark}`)}</span>
                      : row?.status === "disabled"
                      ? say("state.disabled")
                      : row
                      ? sayType(row.type)
                      : say("lists.unknown")}
                  </span>
                </span>
              </a>
              {here && row && <Way from={here} to={row} />}
            </li>
          );
        })}
      </ol>
      <p class="unseen" role="status">
        {keyed !== undefined && say("lists.moved", {
          title: byCode.get(plainCode(keyed))?.title ?? keyed,
          n: codes.indexOf(keyed) + 1,
          of: codes.length,
        })}
      </p>
      <Problem of={order.doing} />
    </>
  );
}
