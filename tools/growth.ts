/**
 * `deno task growth [spokes] [hubs]`: what a hub costs as its region grows, in processor time, bytes and disk.
 * `deno task growth everything [instances] [records each] …`: what somebody pays who follows every instance there is, each with
 * so many records; several counts print how the cost grows. Real records, pages, pushes and pulls over function calls; what
 * sockets, TLS and compression add or save is not in it. Figures are of this machine: `deno task bench hub` has the first over
 * real HTTP.
 */
import { printEverything } from "./growth/everything.ts";
import { endWhereHelpIsAsked, wholeNumbers } from "./help.ts";
import { type Cost, Region } from "./growth/region.ts";

endWhereHelpIsAsked(import.meta.url);
if (Deno.args[0] === "everything") {
  const [instances = 1000, ...records] = wholeNumbers(Deno.args.slice(1));
  await printEverything(instances, records.length > 0 ? records : [10, 100]);
  Deno.exit();
}
const [spokesMost = 500, hubsMost = 50] = wholeNumbers(Deno.args);
/** Caches that a spoke has when it comes, and another hub. */
const SPOKE_RECORDS = 20, HUB_RECORDS = 200;

const line = (...cells: (string | number)[]): void =>
  console.log(cells.map((cell, n) => n === 0 ? String(cell).padEnd(44) : String(cell).padStart(12)).join(""));
const kb = (bytes: number): string => (bytes / 1000).toFixed(0);
const told = (what: string, cost: Cost, region: Region): void => {
  const { bytes, records } = region.size();
  line(what, cost.ms.toFixed(0), kb(cost.bytesIn), kb(cost.bytesOut), records, (bytes / 1e6).toFixed(1));
};

line("an hour of", "ms", "kB in", "kB out", "records", "MB on disk");
const region = new Region();
for (const share of [0.25, 0.5, 1]) {
  const count = Math.round(spokesMost * share);
  await region.addSpokes(count - region.spokes.length, SPOKE_RECORDS);
  told(`${count} spokes, silent`, await region.hour({ changes: 0 }), region);
  for (const changes of [1, 2, 4]) {
    told(`${count} spokes, ${changes} changes each`, await region.hour({ changes }), region);
  }
}
for (const share of [0.2, 1]) {
  const count = Math.round(hubsMost * share);
  await region.addHubs(count - region.others.length, HUB_RECORDS);
  told(`… and ${count} hubs, all silent`, await region.hour({ changes: 0 }), region);
  for (const hubChanges of [10, 20]) {
    told(
      `… and ${count} hubs, ${hubChanges} changes each`,
      await region.hour({ changes: 0, hubChanges }),
      region,
    );
  }
}
region.close();
