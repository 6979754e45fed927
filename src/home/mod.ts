/**
 * The home that listens: tells a broker (MQTT) what people automate with, as Home Assistant finds it and as plain JSON. Owns
 * no tables. Says what everybody may read here anyway, and operators' facts only where the operator wants it; takes no
 * orders from the broker. Without a broker none of it is loaded.
 */
import { newToken, type World } from "../base/mod.ts";
import type { Job } from "../jobs/mod.ts";
import { area } from "../plan/mod.ts";
import { instanceId, MQTT_URL, type Settings } from "../settings/mod.ts";
import type { HomeFacts } from "./topics.ts";

export type { HomeFacts } from "./topics.ts";

interface HomeNeeds {
  settings: Settings;
  world: World;
  read(): HomeFacts;
}

/** So long a broker may take to let a client in that only tries, milliseconds. */
const TRY_MS = 5000;

/** Whether the broker of the settings lets this instance in: why not, `null` where it does; undefined where none is set. */
export async function tryBroker(
  { settings, world }: Pick<HomeNeeds, "settings" | "world">,
): Promise<string | null | undefined> {
  if (settings.get(MQTT_URL) === undefined) return undefined;
  const { sessionWith, whyNot } = await import("./broker.ts");
  // Under a name of its own: a broker ends the session of a client whose name comes a second time.
  const trying = sessionWith({ settings, world }, { clientId: `service-gateway-try-${newToken(world, 6)}` })
    .then(async (session) => {
      await session.end();
      return null;
    }, whyNot);
  const late = Promise.withResolvers<string>();
  const timer = setTimeout(() => late.resolve("it does not answer"), TRY_MS);
  try {
    return await Promise.race([trying, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** How often what is new is told, milliseconds. */
const EVERY_MS = 10_000;

interface Home {
  jobs: Job[];
  close(): void;
}

/** Opens it: a job that keeps the broker told, and how it ends. */
export function openHome({ settings, world, read }: HomeNeeds): Home {
  if (settings.get(MQTT_URL) === undefined) return { jobs: [], close: () => {} };
  let publisher: import("./publisher.ts").Publisher | undefined;
  let closed = false;
  const run = async () => {
    if (!publisher) {
      const { Publisher } = await import("./publisher.ts");
      publisher ??= new Publisher({ settings, world, instance: instanceId(settings) });
    }
    if (!closed) await publisher.look(read());
  };
  return {
    jobs: [{ name: "home-tell", when: EVERY_MS, run }],
    close() {
      closed = true;
      publisher?.close();
    },
  };
}

interface AreaNeeds extends Omit<HomeNeeds, "read"> {
  homeFacts(): HomeFacts;
}
export interface HomeKeeps {
  home: Home;
}

export const home = area<{ needs: AreaNeeds; keeps: HomeKeeps }>()({
  name: "home",
  needs: ["homeFacts", "settings", "world"],
  keeps: { home: ({ homeFacts, ...needs }) => openHome({ ...needs, read: homeFacts }) },
  jobs: ({ home }) => home.jobs,
  close: ({ home }) => home.close(),
});
