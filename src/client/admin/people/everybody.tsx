/** Everybody who has an account here. */
import { useSignal } from "@preact/signals";
import { isoTime } from "../../panes/csv.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { Foreign } from "../../ui/parts.tsx";
import { sayDate } from "../../ui/times.ts";
import { Inventory } from "../parts/inventory.tsx";
import { tell } from "../tell.ts";
import { PersonLink, sayState, StateOf } from "./state_of.tsx";
import { WriteTo } from "./write_to.tsx";

const STATES = ["", "verified", "unverified", "suspended"] as const;
const SEEN = ["", "week", "year", "longer"] as const;

export function Everybody() {
  const state = useSignal<string>(""), seen = useSignal<string>("");
  return (
    <Inventory
      id="who"
      label={tell("people.all")}
      search={tell("people.search")}
      hint={tell("people.search.hint")}
      at={(wanted) =>
        routeTo("GET /api/admin/moderation/people", {
          query: { ...wanted, state: state.peek() || undefined, seen: seen.peek() || undefined },
        })}
      rowsOf={({ people }) => people}
      filters={[
        {
          label: tell("people.state"),
          choices: STATES,
          words: (one) => tell(`people.filter.${(one || "any") as "any"}`),
          value: state,
        },
        {
          label: tell("people.seen"),
          choices: SEEN,
          words: (one) => tell(`people.seen.${(one || "any") as "any"}`),
          value: seen,
        },
      ]}
      first={{ id: "since", down: true }}
      keyOf={({ callsign, createdAt, email }) => `${callsign} ${createdAt} ${email}`}
      empty={tell("people.found.none")}
      choose={{
        name: ({ callsign, email }) => callsign ?? email ?? tell("people.no_call"),
        acts: (people) => <WriteTo people={people} />,
      }}
      columns={[
        {
          id: "call",
          label: tell("people.call"),
          by: ({ callsign }) => callsign ?? "",
          cell: ({ callsign }) => callsign ? <PersonLink call={callsign} /> : tell("people.no_call"),
        },
        { id: "calls", label: tell("people.calls"), cell: ({ calls }) => calls.join(", ") },
        {
          id: "mail",
          label: tell("people.mail"),
          file: ({ email }) => email,
          cell: ({ email }) => email ? <Foreign>{email}</Foreign> : tell("people.mail.none"),
        },
        {
          id: "verified",
          label: tell("people.verified"),
          file: ({ verified }) => verified ? 1 : 0,
          cell: ({ verified }) => tell(verified ? "people.filter.verified" : "people.filter.unverified"),
        },
        {
          id: "since",
          label: tell("people.since"),
          by: ({ createdAt }) => createdAt,
          file: ({ createdAt }) => isoTime(createdAt),
          cell: ({ createdAt }) => sayDate(createdAt),
        },
        {
          id: "seen",
          label: tell("people.seen"),
          by: ({ seenAt }) => seenAt ?? 0,
          file: ({ seenAt }) => isoTime(seenAt),
          cell: ({ seenAt }) => seenAt === null ? "–" : sayDate(seenAt),
        },
        { id: "finds", label: tell("people.finds"), by: ({ finds }) => finds, cell: ({ finds }) => finds },
        { id: "hides", label: tell("people.hides"), by: ({ hides }) => hides, cell: ({ hides }) => hides },
        {
          id: "state",
          label: tell("people.state"),
          file: (one) => sayState(one),
          cell: (one) => <StateOf account={one} />,
        },
      ]}
    />
  );
}
