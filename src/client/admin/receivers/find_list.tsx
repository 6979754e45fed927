/** The finds that a receiver verified: how many, and the latest of them. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { Loading, Why } from "../../ui/parts.tsx";
import { sayTime } from "../../ui/times.ts";
import { useRead } from "../../phone/use_read.ts";
import { tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";

/** The finds of Tier A that a box or a station proved by what it heard. */
interface Finds {
  count: number;
  recent: { code: string; loggerCall: string; ts: number; site: string }[];
}

/** How many such finds there are, and the latest of them. */
export const FindList = ({ finds: { count, recent }, now }: { finds: Finds; now: number }) => (
  <>
    <p>{tell("box.finds.n", { n: count })}</p>
    <ul class="row-list">
      {recent.map(({ code, loggerCall, ts, site }) => (
        <li key={`${code} ${loggerCall} ${ts}`}>
          <span>
            <a href={`/c/${encodeURIComponent(code)}`}>{code}</a> <span class="code">{loggerCall}</span>{" "}
            <span class="soft">{tell("box.finds.how", { site, at: sayTime(ts, now) })}</span>
          </span>
        </li>
      ))}
    </ul>
  </>
);

/** Those of a station that is trusted by its call; read when somebody opens it. */
export function SiteFinds({ site }: { site: string }) {
  const open = useSignal(false);
  return (
    <details onToggle={({ currentTarget }) => open.value = currentTarget.open}>
      <summary>{tell("sites.finds", { site })}</summary>
      {open.value && <Opened site={site} />}
    </details>
  );
}

function Opened({ site }: { site: string }) {
  const { gateway } = useApp();
  const { known, problem } = useRead(routeTo("GET /api/admin/sites/:site/finds", { params: { site } }));
  const finds = known.value?.value;
  if (problem.value) {
    return (
      <p class="bad">
        <Why says={problem.value} />
      </p>
    );
  }
  return finds ? <FindList finds={finds} now={gateway.now()} /> : <Loading />;
}
