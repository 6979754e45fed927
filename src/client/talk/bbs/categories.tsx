/** The newest bulletins, and the categories that they are in. */
import { say } from "../../shell/say.ts";
import { useRead } from "../../shell/use_read.ts";
import { MailList } from "./mail_list.tsx";
import { type MailPage, PAGE } from "./mails.ts";

export function Categories() {
  const path = `/api/bbs/bulletins?limit=${PAGE}`;
  const { known } = useRead<MailPage>(path);
  const categories = [...new Set(known.value?.value.bulletins?.map(({ toCall }) => toCall))].sort();
  return (
    <>
      {categories.length > 0 && (
        <p class="talk-categories">
          {say("bbs.categories")}{" "}
          {categories.map((category) => (
            <a key={category} class="code" href={`/bbs/b/${encodeURIComponent(category)}`}>{category}</a>
          ))}
        </p>
      )}
      <MailList path={path} none={say("bbs.bulletins.none")} box="bulletins" />
    </>
  );
}
