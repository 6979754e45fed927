/** Red stands only on the button that loses something for good, not on the one that asks first. */
import assert from "node:assert/strict";
import { files } from "./source_files.ts";

/** Each place with what is lost there. A page that removes something asks by `Danger` or `AskOnce`, which are red in themselves. */
const RED: Readonly<Record<string, string>> = {
  "src/client/account/erase.tsx": "the account, with the call typed",
  "src/client/cache/own_log.tsx": "a log, once it was asked",
  "src/client/hide/stages/stage_editor.tsx": "what was typed of a stage",
  "src/client/hide/status_buttons.tsx": "a cache's life, once it was asked",
  "src/client/waiting/radio_commands.tsx": "a command that was heard",
  "src/client/shack/stations/stations_page.tsx": "a station of one's own, once it was asked",
  "src/client/app/all_parts/type_and_acts.tsx": "nothing: it is drawn to be looked at",
  "src/client/ui/parts.tsx": "AskOnce, once it was asked",
};

Deno.test("each red button loses something, and stands in the list of those that do, once a file", () => {
  const red = files("src/client/", ".tsx").map(({ path, text }) =>
    [path, text.matchAll(/<Button\s[^>]*?kind="bad"/g).toArray().length] as const
  ).filter(([, count]) => count > 0);
  assert.deepEqual(red, Object.keys(RED).sort().map((path) => [path, 1]));
});
