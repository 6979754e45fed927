/** Web push: messages to this browser while no page is open. The browser is asked only after the person pressed a button. */
import type { Answered, Gateway } from "../ask.ts";
import { PUSHED, recall, remember } from "../choices.ts";
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

const nameOf = (error: unknown): string => error instanceof DOMException ? error.name : "";

const declined = (error: unknown) => ({
  ok: false,
  refused: true,
  status: 0,
  // The browser itself asks a service of its maker, which may not answer: nobody has refused anything then.
  reason: nameOf(error) === "AbortError" || nameOf(error) === "NetworkError"
    ? "push_unreached"
    : "push_declined",
  sentence: "",
} as const);

/** Registers this browser at its maker's service. One that is registered with another key has to be released first. */
async function register(key: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    if (nameOf(error) !== "InvalidStateError") throw error;
    await (await pushManager.getSubscription())?.unsubscribe();
    return await pushManager.subscribe(options);
  }
}

const tell = (gateway: Gateway, subscription: PushSubscription) =>
  gateway.ask("POST", routeTo("POST /api/push/subscribe"), subscription.toJSON() as Subscription);

/** Whether a subscription is for this key; browsers that do not say are believed. */
function isFor(key: string, { options }: PushSubscription): boolean {
  const own = options?.applicationServerKey;
  if (!own) return true;
  const text = btoa(String.fromCharCode(...new Uint8Array(own)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === key;
}

/**
 * Whether this browser is told of messages: what it says itself, what the gateway has of it and the gateway's key are compared,
 * and put right for the person who asked for it. While the gateway is not reached the browser is believed.
 */
export async function isPushed(gateway: Gateway, call: string): Promise<boolean> {
  const found = await subscriptionHere().catch(() => null);
  if (!found) return false;
  const { endpoint } = found;
  const answer = await gateway.get(routeTo("GET /api/push", { query: { endpoint } }));
  if (!answer.ok) return !answer.refused;
  const { key, here } = answer.value;
  if (key === null) return false;
  if (here && isFor(key, found)) {
    remember(PUSHED, call);
    return true;
  }
  if (recall(PUSHED) !== call || Notification.permission !== "granted") return false;
  try {
    const right = isFor(key, found) ? found : await register(key);
    return (await tell(gateway, right)).ok;
  } catch {
    return false;
  }
}

/** Asks the browser for permission, then registers it at the gateway. What the person or the browser refuses is a refusal too. */
export async function takePush(gateway: Gateway, call: string): Promise<Answered<unknown>> {
  const answer = await gateway.get(routeTo("GET /api/push/key"));
  if (!answer.ok || answer.value.key === null) return answer;
  let subscription;
  try {
    if (await Notification.requestPermission() !== "granted") return declined(undefined);
    subscription = await register(answer.value.key);
  } catch (error) {
    return declined(error);
  }
  const told = await tell(gateway, subscription);
  if (told.ok) remember(PUSHED, call);
  else await subscription.unsubscribe();
  return told;
}

/** Ends push on this browser and at the gateway; well done too where there was none. */
export async function forgetPush(gateway: Gateway): Promise<Answered<unknown>> {
  remember(PUSHED, null);
  const subscription = await subscriptionHere();
  if (!subscription) return { ok: true, value: undefined, status: 200 };
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  return await gateway.ask("POST", routeTo("POST /api/push/unsubscribe"), { endpoint });
}
