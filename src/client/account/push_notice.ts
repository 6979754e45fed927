/** A web push as the device shows it, and where it leads. Pure: what comes is checked like anything from outside. */

export interface PushNotice {
  title: string;
  options: { tag: string; data: string; lang: string };
}

/** `sent` is what the gateway pushed, as text. A message that cannot be read still says that there is one. */
export function noticeOf(sent: string | undefined): PushNotice {
  let told: { text?: unknown; kind?: unknown; code?: unknown } | null = null;
  try {
    told = JSON.parse(sent ?? "null");
  } catch {
    // Not ours, or cut short.
  }
  const text = typeof told?.text === "string" && told.text !== ""
    ? told.text.slice(0, 200)
    : "Service Gateway";
  const kind = typeof told?.kind === "string" ? told.kind : "";
  const code = typeof told?.code === "string" && /^[A-Z0-9-]{1,12}$/i.test(told.code) ? told.code : "";
  // One cache's news of one kind replace each other: nobody wants ten of them.
  return { title: text, options: { tag: `${kind} ${code}`, data: addressOf(kind, code), lang: "en" } };
}

function addressOf(kind: string, code: string): string {
  if (code !== "") return `/c/${code}`;
  return kind === "call_released" ? "/me/calls" : "/me";
}
