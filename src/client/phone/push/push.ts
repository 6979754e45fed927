/** Web push: messages to this browser while no page is open. The browser is asked only after the person pressed a button. */
import type { Answered, Gateway } from "../ask.ts";
import { type BodyOf, routeTo } from "../wire/routes.ts";

/** A browser's subscription always has an address and keys. */
type Subscription = BodyOf<"POST /api/push/subscribe">;

/** Whether push works here, or why not: `off` at this gateway, no https, an old browser, refused by the person. */
export type PushHere = "yes" | "off" | "plain_http" | "old" | "refused";

/** `configured`: the gateway has keys for push. */
export function pushHere(configured: boolean): PushHere {
  if (!configured) return "off";
  if (!isSecureContext) return "plain_http";
  if (!("serviceWorker" in navigator) || typeof PushManager === "undefined") return "old";
  return Notification.permission === "denied" ? "refused" : "yes";
}

const subscriptionHere = async (): Promise<PushSubscription | null> => {
  if (!isSecureContext || !("serviceWorker" in navigator)) return null;
  const worker = await navigator.serviceWorker.getRegistration();
  return await worker?.pushManager?.getSubscription() ?? null;
};

/** Whether this browser receives push messages already. */
export const isPushed = (): Promise<boolean> =>
  subscriptionHere().then((found) => found !== null, () => false);

const declined = {
  ok: false,
  refused: true,
  status: 0,
  reason: "push_declined",
  sentence: "",
} as const;

/** Asks the browser for permission, then registers it at the gateway. What the person or the browser refuses is a refusal too. */
export async function takePush(gateway: Gateway): Promise<Answered<unknown>> {
  const answer = await gateway.get(routeTo("GET /api/push/key"));
  if (!answer.ok || answer.value.key === null) return answer;
  let subscription;
  try {
    if (await Notification.requestPermission() !== "granted") return declined;
    const worker = await navigator.serviceWorker.ready;
    subscription = await worker.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: answer.value.key,
    });
  } catch {
    return declined;
  }
  const told = await gateway.ask(
    "POST",
    routeTo("POST /api/push/subscribe"),
    subscription.toJSON() as Subscription,
  );
  if (!told.ok) await subscription.unsubscribe();
  return told;
}

/** Ends push on this browser and at the gateway; well done too where there was none. */
export async function forgetPush(gateway: Gateway): Promise<Answered<unknown>> {
  const subscription = await subscriptionHere();
  if (!subscription) return { ok: true, value: undefined, status: 200 };
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  return await gateway.ask("POST", routeTo("POST /api/push/unsubscribe"), { endpoint });
}
