/** The log book of a cache. */
import { useSignal } from "@preact/signals";
import { Button, Unread } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { LogCard } from "./log_card.tsx";
import { useLogBook } from "./read_log_book.ts";

/** The log book, the newest first, with a button for what is older. `code`: the cache's, or a mirror's global id. */
export function LogBook({ code }: { code: string }) {
  const { pages, problem, again, older } = useLogBook(code);
  const busy = useSignal(false);
  const logs = pages.value.flatMap((page) => page.logs), last = pages.value.at(-1);
  const changed = () => void again();
  const more = () => {
    busy.value = true;
    void older().finally(() => busy.value = false);
  };
  return (
    <section class="logs">
      <h2>{say("cache.logs")}</h2>
      {logs.length === 0 ? <p class="soft">{say("cache.nologs")}</p> : (
        <ol class="timeline">
          {logs.map((log, i) => (
            <LogCard key={log.id ?? i} log={log} code={code} changed={changed} gone={changed} />
          ))}
        </ol>
      )}
      {last?.logCount !== undefined && last.logCount > logs.length && (
        <p class="soft">{say("cache.logs.packed", { here: logs.length, n: last.logCount })}</p>
      )}
      {problem.value && <Unread>{problem.value}</Unread>}
      {last?.nextCursor && <Button onClick={more} disabled={busy.value}>{say("activity.more")}</Button>}
    </section>
  );
}
