/** Shows a new message to the person who is signed in, on every page, until they have seen it. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ownerCall } from "../../../base/callsigns.ts";
import { unreadFor, useApp } from "../../phone/app.ts";
import { recall, remember } from "../../phone/choices.ts";
import { place } from "../../pages/router.ts";
import { addressOf } from "./talks.ts";
import { usePart } from "../../ui/use_part.ts";
import { routeTo } from "../../phone/wire/routes.ts";

/** Where this device remembers the number of the newest message that was seen. */
const SEEN = "talk:seen";

export default function NewMessage({ call }: { call: string }) {
  const app = useApp();
  const told = useSignal<{ id: number; from: string; text: string } | undefined>(undefined);
  useEffect(() => {
    const done = app.wire.want({ own: call, maxAgeS: 0 });
    const deaf = app.wire.listen((messages) => {
      const own = messages.flatMap((one) => one.type === "message" ? [one] : []);
      // What a member wrote here is told without its words: they are read.
      if (own.some(({ delivery }) => delivery === "here")) void missed();
      const heard = own.filter(({ direction, bulletin, to, from }) =>
        direction === "rx" && !bulletin && ownerCall(to) === ownerCall(call) &&
        ownerCall(from) !== ownerCall(call)
      );
      const last = heard.at(-1);
      if (!last) return;
      told.value = { id: last.id, from: last.from, text: last.text };
      void app.refresh();
    });
    return () => {
      done();
      deaf();
    };
  }, [call]);
  const open = app.wire.open.value;
  useEffect(() => {
    if (open) void missed();
  }, [open, call]);
  /** Shows a message that came while the app was closed, unless it was read or seen already. */
  const missed = async () => {
    await app.refresh();
    if (unreadFor(app, "messages") === 0) return;
    const answer = await app.gateway.get(routeTo("GET /api/messages/conversations"));
    const talk = answer.ok ? answer.value.conversations.find(({ unread }) => unread > 0) : undefined;
    if (!talk || talk.last.id <= (recall<number>(SEEN) ?? 0)) return;
    told.value ??= { id: talk.last.id, from: talk.with, text: talk.last.body };
  };
  const seen = () => {
    remember(SEEN, told.peek()?.id ?? 0);
    told.value = undefined;
  };
  const here = told.value !== undefined && place.value.path === addressOf(told.value.from);
  useEffect(() => {
    if (here) told.value = undefined;
  }, [here]);
  return told.value && !here ? <Line {...told.value} seen={seen} /> : null;
}

/** Most first pages have nothing to show: what draws a message comes with it. */
function Line(message: { from: string; text: string; seen: () => void }) {
  const Shown = usePart(() => import("./message_line.tsx"))?.default;
  return Shown ? <Shown {...message} /> : null;
}
