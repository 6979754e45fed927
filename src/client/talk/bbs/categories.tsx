/** The categories of the newest bulletins, and those bulletins. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button } from "../../ui/parts.tsx";
import { rowTo } from "../../pages/router.ts";
import { say } from "../../ui/say.ts";
import { useRead } from "../../phone/use_read.ts";
import { MailList } from "./mail_list.tsx";
import { PAGE } from "./mails.ts";
import { routeTo } from "../../phone/wire/routes.ts";

export function Categories() {
  const at = (before?: string) => routeTo("GET /api/bbs/bulletins", { query: { limit: PAGE, before } });
  const app = useApp();
  const { known } = useRead(at());
  const doing = useDoing();
  const marked = useSignal(0);
  const bulletins = known.value?.value.bulletins ?? [];
  const categories = [...new Set(bulletins.map(({ toCall }) => toCall))].sort();
  const markAll = () =>
    doing.run(async () => {
      const upTo = Math.max(...bulletins.map(({ id }) => id));
      const answer = await app.gateway.ask("POST", routeTo("POST /api/bbs/bulletins/read"), { upTo });
      if (answer.ok) {
        marked.value++;
        await app.refresh();
      }
      return answer;
    });
  return (
    <>
      {categories.length > 0 && (
        <p class="talk-categories">
          {say("bbs.categories")}{" "}
          {categories.map((category) => (
            <a key={category} class="code" {...rowTo(`/bbs/b/${encodeURIComponent(category)}`)}>{category}</a>
          ))}
        </p>
      )}
      {bulletins.length > 0 && (app.start.value?.value.counts.bulletins ?? 0) > 0 && (
        <Button
          disabled={doing.busy.value}
          onClick={() => void markAll()}
        >
          {say("bbs.all_read")}
        </Button>
      )}
      <Problem of={doing} />
      <MailList key={marked.value} at={at} none={say("bbs.bulletins.none")} box="bulletins" />
    </>
  );
}
