/** Every cache of this instance, drafts and removed ones too. */
import { useSignal } from "@preact/signals";
import { isoTime } from "../../panes/csv.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { rowTo } from "../../pages/router.ts";
import { Foreign } from "../../ui/parts.tsx";
import { type Key, say } from "../../ui/say.ts";
import { sayDate } from "../../ui/times.ts";
import { Inventory } from "../parts/inventory.tsx";
import { Mark } from "../parts/mark.tsx";
import { tell } from "../tell.ts";
import { PersonLink } from "../people/state_of.tsx";
import { DisableSeveral } from "./disable_several.tsx";

const STATES = ["", "active", "disabled", "archived", "draft", "removed"] as const;
const FROM = ["", "native", "imported"] as const;
const FINDS = ["", "none", "some"] as const;
const MARKS: { readonly [State in string]?: "go" | "wait" | "bad" } = {
  active: "go",
  disabled: "wait",
  removed: "bad",
};

const stateOf = ({ removed, status }: { removed: boolean; status: string }) => removed ? "removed" : status;
const sayState = (state: string) => tell(`inventory.state.${(state || "any") as "any"}`);

export function EveryCache() {
  const state = useSignal<string>(""), from = useSignal<string>(""), finds = useSignal<string>("");
  return (
    <Inventory
      id="which"
      label={tell("inventory.caches")}
      search={tell("inventory.caches.search")}
      hint={tell("inventory.caches.hint")}
      at={(wanted) =>
        routeTo("GET /api/admin/caches", {
          query: {
            ...wanted,
            state: state.peek() || undefined,
            from: from.peek() || undefined,
            finds: finds.peek() || undefined,
          },
        })}
      rowsOf={({ caches }) => caches}
      filters={[
        { label: tell("people.state"), choices: STATES, words: sayState, value: state },
        {
          label: tell("inventory.from"),
          choices: FROM,
          words: (one) => tell(`inventory.from.${(one || "any") as "any"}`),
          value: from,
        },
        {
          label: tell("inventory.finds"),
          choices: FINDS,
          words: (one) => tell(`inventory.finds.${(one || "any") as "any"}`),
          value: finds,
        },
      ]}
      first={{ id: "since", down: true }}
      keyOf={({ id }) => id}
      empty={tell("inventory.caches.none")}
      choose={{
        name: ({ code, title }) => `${code} ${title}`,
        acts: (caches, none, again) => (
          <DisableSeveral
            caches={caches}
            after={() => {
              none();
              return again();
            }}
          />
        ),
      }}
      columns={[
        {
          id: "title",
          label: tell("inventory.title"),
          by: ({ title }) => title,
          cell: ({ code, title }) => (
            <a {...rowTo(`/c/${encodeURIComponent(code)}`)}>
              <Foreign>{title}</Foreign>
            </a>
          ),
        },
        { id: "code", label: tell("inventory.code"), cell: ({ code }) => code },
        {
          id: "type",
          label: tell("inventory.type"),
          by: ({ type }) => type,
          cell: ({ type }) => say(`type.${type}` as Key),
        },
        {
          id: "owner",
          label: tell("inventory.owner"),
          by: ({ ownerCall }) => ownerCall,
          cell: ({ ownerCall }) => ownerCall && <PersonLink call={ownerCall} />,
        },
        {
          id: "state",
          label: tell("people.state"),
          file: (one) => stateOf(one),
          cell: (one) => <Mark kind={MARKS[stateOf(one)] ?? "off"}>{sayState(stateOf(one))}</Mark>,
        },
        { id: "finds", label: tell("inventory.finds"), by: ({ finds }) => finds, cell: ({ finds }) => finds },
        {
          id: "since",
          label: tell("inventory.since"),
          by: ({ createdAt }) => createdAt,
          file: ({ createdAt }) => isoTime(createdAt),
          cell: ({ createdAt }) => sayDate(createdAt),
        },
        {
          id: "changed",
          label: tell("inventory.changed"),
          by: ({ updatedAt }) => updatedAt,
          file: ({ updatedAt }) => isoTime(updatedAt),
          cell: ({ updatedAt }) => sayDate(updatedAt),
        },
      ]}
    />
  );
}
