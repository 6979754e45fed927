/** The page of one conversation. */
import { useMemo } from "preact/hooks";
import { KeyHelp } from "../../panes/keys.tsx";
import { useApp } from "../../phone/app.ts";
import { CallPlate } from "../../ui/look/radio.tsx";
import { Notice } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { TalkFrame, touch } from "../talk_frame.tsx";
import { Conversation } from "./conversation.tsx";
import { isCall } from "./talks.ts";

export default function ConversationPage({ call }: { call: string }) {
  const app = useApp();
  const read = () => {
    touch();
    void app.refresh();
  };
  const other = call.trim().toUpperCase();
  const known = isCall(other);
  // The same drawing each time: the heading tells the frame what it says, and a new one would draw both for ever.
  const title = useMemo(
    () => known ? <CallPlate call={other} href={`/s/${encodeURIComponent(other)}`} /> : say("page.messages"),
    [known, other],
  );
  return (
    <div class="talk-page">
      <TalkFrame title={title} what="talk.who">
        {() =>
          known
            ? <Conversation key={other} other={other} read={read} />
            : <Notice>{say("reason.bad_call")}</Notice>}
      </TalkFrame>
      {known && <KeyHelp acts={{ reply: () => document.getElementById("message-text")?.focus() }} />}
    </div>
  );
}
