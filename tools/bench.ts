/**
 * `deno task bench [name …]`: each budget as a ratio against a limit measured in the same run, both figures shown.
 * Needs Debian's wrk and sqlite3 (`deno task peers`). Judges nothing: it prints, and people compare.
 */
import { app } from "./bench/app_rows.ts";
import { boxRows } from "./bench/box_rows.ts";
import { ears } from "./bench/ears_rows.ts";
import { federation } from "./bench/federation_rows.ts";
import { game } from "./bench/game_rows.ts";
import { gateway } from "./bench/gateway_rows.ts";
import { hubs } from "./bench/hub_rows.ts";
import { live } from "./bench/live_rows.ts";
import type { Row } from "./bench/row.ts";

const all: Record<string, () => Promise<Row[]>> = {
  ...gateway,
  ...ears,
  ...federation,
  ...hubs,
  ...boxRows,
  ...game,
  ...live,
  ...app,
};
const named = Deno.args.length > 0 ? Deno.args : Object.keys(all);
console.log(
  "budget                                   measured            against             ratio    at least",
);
for (const name of named) {
  const measure = all[name];
  if (!measure) {
    console.error(`no such row: ${name}; there are ${Object.keys(all).join(", ")}`);
    Deno.exit(1);
  }
  for (const { budget, measured, against, unit, least, smaller } of await measure()) {
    const ratio = smaller ? against / measured : measured / against;
    const figure = (value: number) =>
      `${value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(1)} ${unit}`;
    const verdict = ratio >= least ? "" : "  below";
    console.log(
      `${budget.padEnd(40)} ${figure(measured).padEnd(19)} ${figure(against).padEnd(19)} ${
        `${ratio.toFixed(2)}x`.padEnd(8)
      } ${least}x${verdict}`,
    );
  }
}
