/** The page of packet mail and bulletins: what came, what was sent and its state, writing, and White Pages. */
import { useSignal } from "@preact/signals";
import { useContext } from "preact/hooks";
import { Beside } from "../../ui/list_context.ts";
import { Segmented } from "../../ui/look/choose.tsx";
import { rowActs } from "../../panes/key_table.ts";
import { KeyHelp } from "../../panes/keys.tsx";
import { FeedLink } from "../../ui/for_others.tsx";
import { useApp } from "../../phone/app.ts";
import { Button, Heading, Loading, Notice } from "../../ui/parts.tsx";
import { place, rowTo, signInAddress } from "../../pages/router.ts";
import { say } from "../../ui/say.ts";
import { draftOf } from "../../phone/drafts/text.ts";
import { TalkTabs, touch } from "../talk_frame.tsx";
import { MailList } from "./mail_list.tsx";
import { PAGE } from "./mails.ts";
import { openWhitePages, WhitePages } from "./white_pages.tsx";
import { type MailDraft, WriteMail } from "./write_mail.tsx";
import { routeTo } from "../../phone/wire/routes.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { useRead } from "../../phone/use_read.ts";

// The categories of the newest bulletins, and those bulletins.

function Categories() {
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

/** Width of a screen with room for two columns. */
const WIDE = "(min-width: 75rem)";
const BOXES = ["inbox", "sent", "bulletins"] as const;

export default function BbsPage() {
  const { start, call } = useApp();
  const box = useSignal<typeof BOXES[number]>("inbox");
  const draft = draftOf<MailDraft>("mail:new");
  const writing = useSignal(draft !== undefined && (draft.text !== "" || draft.to !== ""));
  const mine = call.value;
  // A wide screen shows bulletins beside the mail, as long as no thread stands there.
  const hasRoom = matchMedia(WIDE).matches && !useContext(Beside);
  const shown = mine ? box.value : "bulletins";
  const write = () => {
    writing.value = true;
    queueMicrotask(() => document.getElementById("mail-to")?.focus());
  };
  const sent = () => {
    box.value = "sent";
    touch();
  };
  const done = () => {
    writing.value = false;
    queueMicrotask(() => document.getElementById("mail-write")?.focus());
  };
  const to = (name: typeof BOXES[number]) => () => box.value = name;
  if (!start.value) return <Loading />;
  return (
    <>
      <Heading>{say("page.bbs")}</Heading>
      <TalkTabs here="bbs" />
      {mine
        ? (
          <>
            <div class="talk-boxes">
              <Segmented
                name="box"
                label={say("bbs.boxes")}
                choices={BOXES}
                words={(name) => say(`bbs.${name}`)}
                value={box}
              />
            </div>
            {writing.value
              ? <WriteMail name="mail:new" call={mine} sent={sent} done={done} />
              : <Button id="mail-write" kind="main" onClick={write}>{say("bbs.write")}</Button>}
          </>
        )
        : (
          <Notice action={<a href={signInAddress(place.value.path)}>{say("write.signin.link")}</a>}>
            {say("bbs.who")}
          </Notice>
        )}
      <div class="mail-room">
        <section>
          <h2>{say(`bbs.${shown}`)}</h2>
          {shown === "inbox" && (
            <MailList
              at={(before) => routeTo("GET /api/bbs/messages", { query: { to: mine, limit: PAGE, before } })}
              none={say("bbs.inbox.none")}
              box="inbox"
            />
          )}
          {shown === "sent" && (
            <MailList
              at={(before) => routeTo("GET /api/bbs/sent", { query: { from: mine, limit: PAGE, before } })}
              none={say("bbs.sent.none")}
              box="sent"
            />
          )}
          {shown === "bulletins" && <Bulletins />}
        </section>
        {hasRoom && shown !== "bulletins" && (
          <section>
            <h2>{say("bbs.bulletins")}</h2>
            <Bulletins />
          </section>
        )}
      </div>
      <WhitePages />
      <KeyHelp
        acts={{
          ...rowActs(".mails a"),
          whitePages: openWhitePages,
          ...(mine && { write, inbox: to("inbox"), sent: to("sent"), bulletins: to("bulletins") }),
        }}
      />
    </>
  );
}

const Bulletins = () => (
  <>
    <Categories />
    <FeedLink path="/feeds/bulletins.xml" />
  </>
);
