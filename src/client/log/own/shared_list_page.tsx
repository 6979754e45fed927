/** A list of caches that somebody shares, for whoever has its address. */
import { useRead } from "../../phone/use_read.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { Card, Entries, Entry } from "../../ui/look/lists.tsx";
import { KindDisc } from "../../ui/look/radio.tsx";
import { Foreign, Heading, Loading, Notice, Why } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";

export default function SharedListPage({ share }: { share: string }) {
  const { known, problem } = useRead(routeTo("GET /api/lists/:share", { params: { share } }));
  const list = known.value?.value;
  if (problem.value) {
    return (
      <>
        <Heading>{say("page.shared_list")}</Heading>
        <Notice>
          <Why says={problem.value} />
        </Notice>
      </>
    );
  }
  if (!list) return <Loading title="page.shared_list" />;
  return (
    <>
      <Heading>
        <Foreign>{list.name}</Foreign>
      </Heading>
      <p class="soft">
        {say("lists.by", { call: list.by })} {say("lists.caches", { n: list.caches.length })}
      </p>
      <Card flush>
        <Entries label={list.name}>
          {list.caches.map(({ code, title, type }) => (
            <Entry
              key={code}
              href={`/c/${encodeURIComponent(code)}`}
              disc={<KindDisc type={type} />}
              name={<Foreign>{title}</Foreign>}
              line={<span class="code">{code}</span>}
            />
          ))}
        </Entries>
      </Card>
    </>
  );
}
