/**
 * `deno task bench [name …]`: each budget as a ratio against a limit measured in the same run, both figures shown.
 * Needs Debian's wrk and sqlite3 (`deno task peers`). Judges nothing: it prints, and people compare. Rows `growth-*` say how
 * requests grow with what there is; `--million` takes them to a million. `--against <commit>` compares another commit with
 * this checkout instead. On a busy machine it measures nothing unless told `--busy`. Under the rows of a name stands what its
 * processes took of the processor, beside the time by the clock.
 *
 *     deno task bench cheap-route bbox
 *     deno task bench growth-ranking --million
 *     deno task bench --against 248800d
 */
import process from "node:process";
import { against, endWhereBusy } from "./bench/against.ts";
import { app } from "./bench/app_rows.ts";
import { appWork } from "./bench/app_work_rows.ts";
import { boxMemoryRows } from "./bench/box_memory_rows.ts";
import { boxRows } from "./bench/box_rows.ts";
import { ears } from "./bench/ears_rows.ts";
import { federation } from "./bench/federation_rows.ts";
import { carry } from "./bench/carry_rows.ts";
import { game } from "./bench/game_rows.ts";
import { gateway } from "./bench/gateway_rows.ts";
import { growth } from "./bench/growth_rows.ts";
import { hubs } from "./bench/hub_rows.ts";
import { live } from "./bench/live_rows.ts";
import { spent } from "./bench/processes.ts";
import type { Row } from "./bench/row.ts";
import { endWhereHelpIsAsked } from "./help.ts";
import { tableRows } from "./bench/table_rows.ts";
import { trendRows } from "./bench/trend_rows.ts";

/** Processor seconds of this process: rows without a server measure in it. */
function ownCpuS(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const all: Record<string, () => Promise<Row[]>> = {
  ...gateway,
  ...ears,
  ...federation,
  ...hubs,
  ...boxRows,
  ...boxMemoryRows,
  ...game,
  ...live,
  ...app,
  ...appWork,
  ...carry,
  ...growth,
  ...tableRows,
  ...trendRows,
};
const [flag, commit] = Deno.args;
endWhereHelpIsAsked(import.meta.url, `\n\nNames: ${Object.keys(all).join(", ")}`);
if (flag === "--against") {
  if (commit === undefined) {
    console.error("--against takes a commit");
    Deno.exit(1);
  }
  await against(commit, { busy: Deno.args.includes("--busy") });
  Deno.exit();
}
if (!Deno.args.includes("--busy")) endWhereBusy();
const asked = Deno.args.filter((one) => !one.startsWith("--"));
const named = asked.length > 0 ? asked : Object.keys(all);
console.log(
  "budget                                   measured            against             ratio    at least",
);
for (const name of named) {
  const measure = all[name];
  if (!measure) {
    console.error(`no such row: ${name}; there are ${Object.keys(all).join(", ")}`);
    Deno.exit(1);
  }
  const began = performance.now(), before = spent.cpuS + ownCpuS();
  for (const { budget, measured, against, unit, least, smaller } of await measure()) {
    const ratio = smaller ? against / measured : measured / against;
    const figure = (value: number) =>
      `${value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(unit === "" ? 2 : 1)} ${unit}`;
    const verdict = ratio >= least ? "" : "  below";
    console.log(
      `${budget.padEnd(40)} ${figure(measured).padEnd(19)} ${figure(against).padEnd(19)} ${
        `${ratio.toFixed(2)}x`.padEnd(8)
      } ${least}x${verdict}`,
    );
  }
  const cpuS = spent.cpuS + ownCpuS() - before, wallS = (performance.now() - began) / 1000;
  console.log(`  ${name}: ${cpuS.toFixed(1)} s of processor in ${wallS.toFixed(1)} s`);
}
