/** A web push as the device shows it. Pure: the text is checked like everything that comes from outside. */
import { alertPage } from "../../../live/alerts/kinds.ts";
import { LANGUAGES } from "../../../words/generated/languages.ts";

/** `options.data` is the address of the page that a tap opens. */
interface PushNotice {
  title: string;
  options: { tag: string; data: string; lang: string };
}

/** `sent` is the JSON that the gateway pushed. What cannot be read is shown as "Service Gateway": browsers demand a notice. */
export function noticeOf(sent: string | undefined): PushNotice {
  let told: Partial<Record<"text" | "lang" | "kind" | "code" | "callsign" | "find", unknown>> | null = null;
  try {
    told = JSON.parse(sent ?? "null");
  } catch {
    // Not JSON: not from this gateway, or cut short.
  }
  const text = typeof told?.text === "string" && told.text !== ""
    ? told.text.slice(0, 200)
    : "Service Gateway";
  const kind = typeof told?.kind === "string" ? told.kind : "";
  const code = typeof told?.code === "string" && /^[A-Z0-9-]{1,12}$/i.test(told.code) ? told.code : "";
  const call = typeof told?.callsign === "string" && /^[A-Z0-9-]{1,9}$/i.test(told.callsign)
    ? told.callsign
    : "";
  const find = Number.isSafeInteger(told?.find) && Number(told?.find) > 0 ? Number(told?.find) : 0;
  // News of one kind on one cache replace the ones before: nobody wants ten of them.
  return {
    title: text,
    options: {
      tag: tagOf(kind, code, call),
      data: kind === "" ? "/me" : alertPage(kind, { call, code: code || null, find: find || null }),
      lang: LANGUAGES.find((one) => one === told?.lang) ?? "en",
    },
  };
}

/** Notices with the same tag replace each other. What different people wrote has different tags. */
const tagOf = (kind: string, code: string, call: string): string =>
  kind === "message" || kind === "mail" ? `${kind} ${call}` : `${kind} ${code}`;
