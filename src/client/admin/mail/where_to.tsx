/** "Where would this go": tries an address against the rules, and says which rule decided. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button } from "../../ui/parts.tsx";
import { TextField } from "../../ui/fields.tsx";
import { tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";

interface Way {
  partner: string;
  route: string;
  transport: string;
}
interface Route {
  addr: string;
  partner: Way | null;
  partners: Way[];
  here: boolean;
  because: {
    rule: { id: number | null; route: string } | null;
    whitePages: { call: string; homeBbs: string; source: string } | null;
  };
}

export function WhereTo() {
  const { gateway } = useApp();
  const doing = useDoing();
  const to = useSignal(""), found = useSignal<Route | undefined>(undefined);
  const look = (event: Event) => {
    event.preventDefault();
    found.value = undefined;
    void doing.run(async () => {
      const answer = await gateway.get(routeTo("GET /api/bbs/route", { query: { to: to.peek().trim() } }));
      if (answer.ok) found.value = answer.value;
      return answer;
    });
  };
  const route = found.value;
  const ways = route
    ? [...new Set([...route.partners, ...(route.partner ? [route.partner] : [])].map((way) => way.partner))]
    : [];
  return (
    <section>
      <h2>{tell("where.title")}</h2>
      <form role="search" class="line-form" onSubmit={look}>
        <TextField
          id="where-to"
          label={tell("where.address")}
          hint={tell("where.hint")}
          value={to}
          required
          maxLength={64}
          code
        />
        <Button submit disabled={doing.busy.value}>{tell("where.do")}</Button>
      </form>
      <Problem of={doing} />
      <div role="status">
        {route && (
          <>
            <p>
              <span class="code">{route.addr}</span>: {route.here && `${tell("where.here")} `}
              {ways.length > 0
                ? tell("where.by", { partners: ways.join(", ") })
                : !route.here && tell("where.nowhere")}
            </p>
            {route.because.rule && <p>{tell("where.rule", { route: route.because.rule.route })}</p>}
            {route.because.whitePages && (
              <p>
                {tell("where.pages", {
                  call: route.because.whitePages.call,
                  home: route.because.whitePages.homeBbs,
                })}
              </p>
            )}
          </>
        )}
      </div>
    </section>
  );
}
