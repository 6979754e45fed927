/**
 * A newer build of the app. The service worker fetches it and keeps it beside the old one; an open page offers it in one
 * line, and a page that is opened later uses it at once.
 */
import { signal } from "@preact/signals";
import type { App } from "../../phone/app.ts";
import { Button } from "../../ui/parts.tsx";
import { language, say } from "../../ui/say.ts";
import { Again } from "./again.ts";

const isThere = signal(false);

/** The language whose words the worker was told to keep last. */
let keptFor: string | undefined;

/** The worker keeps the words of one language, which its address names; a change of language registers it anew. */
function register(): Promise<ServiceWorkerRegistration> | undefined {
  keptFor = language.peek().code;
  return navigator.serviceWorker?.register(`/sw.js?lang=${keptFor}`);
}

/**
 * Keeps the app on this device and watches for a newer build. Settles once it is kept, or the first try has failed: one lost
 * file spoils a try as a whole. Then it is tried again; the files that came are there already.
 */
export async function keepApp({ world, gateway }: Pick<App, "world" | "gateway">): Promise<void> {
  if (!navigator.serviceWorker) return;
  let known: ServiceWorkerRegistration | undefined;
  const first = Promise.withResolvers<void>();
  const failed = () => {
    first.resolve();
    again.failed();
  };
  const attempt = async () => {
    const registration = await register()!;
    const installing = () => watch(registration.installing, failed);
    if (registration !== known) registration.addEventListener("updatefound", installing);
    // What is registered already looks for a newer build only when it is told to.
    else if (!registration.installing && !registration.waiting) await registration.update();
    known = registration;
    installing();
  };
  const again = new Again(world, gateway.reached, () => void attempt().catch(failed));
  addEventListener("visibilitychange", () => {
    if (!document.hidden) void known?.update().catch(() => {});
  });
  void navigator.serviceWorker.ready.then(() => first.resolve());
  await attempt().catch(failed);
  await first.promise;
}

/** Has the worker keep the words of each language that is chosen from now on. */
export function keepLanguage(): void {
  language.subscribe(({ code }) => {
    if (code !== keptFor) void register()?.catch(() => {});
  });
}

const watched = new WeakSet<ServiceWorker>();

/** Watches a worker that fetches what it is to keep. `failed`: it could not, and is thrown away. */
function watch(worker: ServiceWorker | null, failed: () => void): void {
  if (!worker || watched.has(worker)) return;
  watched.add(worker);
  let isWhole = worker.state !== "installing";
  if (worker.state === "redundant") return failed();
  worker.addEventListener("statechange", () => {
    // One that was whole is thrown away when a newer one takes its place.
    if (worker.state === "redundant" && !isWhole) failed();
    if (worker.state !== "installed") return;
    isWhole = true;
    void isNewer().then((is) => isThere.value = is, () => {});
  });
}

/** Whether the kept frame begins with another script than this page. Where only the language changed, it does not. */
async function isNewer(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>("script[type=module]");
  const kept = (await caches.keys()).filter((name) => name.startsWith("app-")).at(-1);
  const frame = kept && await (await caches.open(kept)).match("/frame");
  return !!script && !!frame && !(await frame.text()).includes(new URL(script.src).pathname);
}

/** The line that offers the newer build; nothing where there is none. */
export function NewVersion() {
  if (!isThere.value) return null;
  return (
    <p class="connection" role="status">
      {say("version.new")} <Button onClick={() => location.reload()}>{say("version.load")}</Button>
    </p>
  );
}
