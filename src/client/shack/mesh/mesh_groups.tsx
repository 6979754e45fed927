/** The groups of the mesh as conversations: the newest message at the bottom; a button shows earlier ones. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { z } from "zod";
import type { MeshGroup, MeshGroupMessage } from "../../../stations/mod.ts";
import { useApp } from "../../phone/app.ts";
import { Button, Loading, Notice, Unread } from "../../ui/parts.tsx";
import { sayAge } from "../../ui/times.ts";
import { useRenewed } from "../renewed.ts";
import { CallLink } from "../rows.tsx";
import { tell } from "../tell.ts";
import { ChannelLine } from "./channel_line.tsx";
import { routeTo } from "../../phone/wire/routes.ts";

type Group = z.output<typeof MeshGroup>;
type Message = z.output<typeof MeshGroupMessage>;
interface Page {
  messages: Message[];
  nextCursor: string | null;
}

const nameOf = (group: string): string =>
  group === "*" ? tell("mesh.group.all") : tell("mesh.group", { group });

export function Groups() {
  const { gateway } = useApp();
  const { known, problem } = useRenewed(routeTo("GET /api/mesh/groups"));
  const chosen = useSignal<string | undefined>(undefined);
  const groups = known.value?.value.groups;
  return (
    <section>
      <h2>{tell("mesh.groups")}</h2>
      {!groups && (problem.value ? <Unread>{problem.value}</Unread> : <Loading />)}
      {groups?.length === 0 && <Notice>{tell("mesh.groups.none")}</Notice>}
      {groups && groups.length > 0 && (
        <>
          <ul class="mesh-groups">
            {groups.map(({ group, messages, lastHeard }) => (
              <li key={group}>
                <Button
                  aria-pressed={chosen.value === group}
                  onClick={() => chosen.value = group}
                >
                  {nameOf(group)}{" "}
                  <span class="soft">
                    {tell("mesh.group.count", { n: messages })},{" "}
                    {tell("mesh.group.last", { age: sayAge(Math.max(0, gateway.now() - lastHeard)) })}
                  </span>
                </Button>
              </li>
            ))}
          </ul>
          {chosen.value === undefined
            ? <p class="soft">{tell("mesh.group.choose")}</p>
            : <Conversation key={chosen.value} group={chosen.value} />}
        </>
      )}
    </section>
  );
}

function Conversation({ group }: { group: string }) {
  const { gateway } = useApp();
  const params = { group }, path = routeTo("GET /api/mesh/groups/:group/messages", { params });
  const { known, problem } = useRenewed(path, 10);
  const earlier = useSignal<readonly Message[]>([]), cursor = useSignal<string | null>(null);
  useEffect(() => {
    if (known.value && earlier.peek().length === 0) cursor.value = known.value.value.nextCursor;
  }, [known.value]);
  const more = async () => {
    const answer = await gateway.get(
      routeTo("GET /api/mesh/groups/:group/messages", {
        params,
        query: { cursor: cursor.peek() ?? undefined },
      }),
    );
    if (!answer.ok) return;
    earlier.value = [...earlier.value, ...answer.value.messages];
    cursor.value = answer.value.nextCursor;
  };
  const page = known.value?.value.messages;
  if (!page) return problem.value ? <Unread>{problem.value}</Unread> : <Loading />;
  const seen = new Map([...page, ...earlier.value].map((one) => [one.id, one]));
  const messages = [...seen.values()].sort((a, b) => a.id - b.id);
  return (
    <section class="talk" aria-label={nameOf(group)}>
      <h3>{nameOf(group)}</h3>
      {cursor.value !== null && <Button onClick={() => void more()}>{tell("mesh.group.earlier")}</Button>}
      <ol class="talk-list">
        {messages.map(({ id, at, sender, text, heard, receiver }) => (
          <ChannelLine
            key={id}
            who={<CallLink call={sender} />}
            at={at}
            way={`${tell(`mesh.heard.${heard}`)}${receiver ? `: ${receiver}` : ""}`}
            text={text}
          />
        ))}
      </ol>
    </section>
  );
}
