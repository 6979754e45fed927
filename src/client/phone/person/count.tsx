/** How many things of a page are unread or wait; nothing where that is none. */
import { unreadFor, useApp, waitsFor } from "../app.ts";
import type { PageName } from "../../pages/page_table.ts";
import { say } from "../../ui/say.ts";

/** On a phone "more" leads to what waits, so it counts that. */
export function Count({ of }: { of: PageName }) {
  const app = useApp();
  const waits = of === "waiting" || of === "more";
  const n = waits ? waitsFor(app) : unreadFor(app, of);
  if (n === 0) return null;
  return <span class="count" aria-label={say(waits ? "top.waiting" : "talk.unread", { n })}>{n}</span>;
}
