/**
 * `deno task field [area]`: the cases of what others' programs and people really send, by area: where each was reported, and what is
 * right. They are run with all other tests; to add one is a row in `tests/field/`.
 */
import { AREAS, PLAIN } from "../tests/field/areas.ts";
import { endWhereHelpIsAsked } from "./help.ts";

endWhereHelpIsAsked(import.meta.url);
const [asked] = Deno.args;
const areas = Object.entries({ ...AREAS, plain: PLAIN }).filter(([area]) => !asked || area === asked);
if (areas.length === 0) {
  console.error(`${asked} is none of the areas: ${Object.keys(AREAS).join(", ")}, plain`);
  Deno.exit(64);
}
for (const [area, cases] of areas) {
  console.log(`${area}: ${cases.length}`);
  for (const { of, right } of cases) console.log(`  ${of}\n    ${right}`);
}
