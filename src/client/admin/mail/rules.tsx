/** The rules which mail goes to which forwarding partner. */
import { useSignal } from "@preact/signals";
import type { RuleShape } from "../../../bbs/mod.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button } from "../../ui/parts.tsx";
import { Danger } from "../parts/danger.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Mark } from "../parts/mark.tsx";
import { Table } from "../parts/table.tsx";
import { tell } from "../tell.ts";
import { sayLink } from "./link_words.ts";
import { routeTo } from "../../phone/wire/routes.ts";

export function Rules({ rules, calls, again }: {
  rules: RuleShape[];
  /** The calls of all partners; `federation`, which rules may name too, is none. */
  calls: readonly string[];
  again: () => Promise<void>;
}) {
  const { gateway } = useApp();
  const doing = useDoing();
  const partner = useSignal(""), route = useSignal("");
  const save = async (event: Event) => {
    event.preventDefault();
    const body = { partner: partner.peek().trim(), route: route.peek().trim() };
    if (!await doing.run(() => gateway.ask("POST", routeTo("POST /api/bbs/forward"), body))) return;
    route.value = "";
    await again();
  };
  return (
    <>
      <Table
        label={tell("rule.title")}
        rows={rules}
        keyOf={({ id }) => id}
        words={({ partner, route }) => `${partner} ${route}`}
        empty={tell("rule.none")}
        columns={[
          {
            id: "route",
            label: tell("rule.route"),
            by: (one) => one.route,
            cell: (one) => <span class="code">{one.route}</span>,
          },
          {
            id: "partner",
            label: tell("rule.partner"),
            by: (one) => one.partner,
            cell: (one) => (
              <>
                {one.partner}{" "}
                {one.partner !== "federation" && !calls.includes(one.partner) && (
                  <Mark kind="wait">{tell("rule.nobody")}</Mark>
                )}
              </>
            ),
          },
          { id: "way", label: tell("rule.transport"), cell: ({ transport }) => sayLink(transport) },
          {
            id: "do",
            label: tell("people.content.do"),
            cell: ({ id, partner, route }) => (
              <Danger
                id={`rule-${id}`}
                label={tell("rule.drop")}
                about={tell("rule.drop.about", { route, partner })}
                touches={[tell("rule.drop.what")]}
                act={() => gateway.ask("DELETE", routeTo("DELETE /api/bbs/forward/:id", { params: { id } }))}
                done={tell("rule.dropped")}
                undo={{
                  label: tell("rule.undo"),
                  act: () => gateway.ask("POST", routeTo("POST /api/bbs/forward"), { partner, route }),
                }}
                after={again}
              />
            ),
          },
        ]}
      />
      <form class="side-form" onSubmit={(event) => void save(event)}>
        <TextField
          id="rule-route"
          label={tell("rule.route")}
          hint="AUT.EU"
          value={route}
          required
          maxLength={64}
          code
        />
        <TextField
          id="rule-partner"
          label={tell("rule.partner")}
          value={partner}
          required
          maxLength={16}
          code
        />
        <Button submit disabled={doing.busy.value}>{tell("rule.save")}</Button>
      </form>
      <Problem of={doing} />
    </>
  );
}
