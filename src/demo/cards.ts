/** The cards of the story's finds. */
import type { Asker } from "./asker.ts";
import { MEMBERS, OPERATOR } from "./cast.ts";

/** The operator's receiver heard the others: their cards have a line of hers, and look as each likes best. */
export async function cards(people: Map<string, Asker>): Promise<void> {
  const { heard } = await people.get(OPERATOR)!.get("/api/my/cards");
  for (const { find, call } of heard.slice(0, 12)) {
    if (call.startsWith("OE1GUS")) continue;
    await people.get(OPERATOR)!.ask("PUT", `/api/my/cards/heard/${find}/line`, {
      line: "Full quieting up here. 73",
    });
  }
  for (const { call } of MEMBERS) {
    const person = people.get(call)!, { cards } = await person.get("/api/my/cards");
    for (const [at, { find }] of cards.entries()) {
      await person.ask("PATCH", `/api/my/cards/${find}`, {
        design: ["map", "hill", "plate", "book"][at % 4],
      });
    }
  }
}
