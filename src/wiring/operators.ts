/** How the instance tells its operators of itself: by the ways by which it tells members. */
import { ADMIN_CALLSIGNS, APP_URL, shownName } from "../settings/mod.ts";
import { lightMail, lightName, onAir, type Ways } from "../trends/mod.ts";
import type { House } from "./house.ts";
import type { Kept } from "./kept.ts";

export function operatorWays(
  { world, settings }: House,
  { people, alerts, stations }: Pick<Kept, "people" | "alerts" | "stations">,
): Ways {
  const { accounts, cards } = people;
  return {
    operators: () =>
      settings.get(ADMIN_CALLSIGNS).flatMap((call) => {
        const holder = accounts.holder(call);
        if (!holder || holder.suspended) return [];
        return [{
          account: holder.accountId,
          call,
          email: accounts.store.account({ id: holder.accountId })?.email ?? undefined,
          lang: cards.prefs(holder.accountId).lang,
        }];
      }),
    push: (tx, { account, lang }, { key, kind }) =>
      alerts.add(tx, {
        accountId: account,
        kind: `light_${kind}`,
        call: "",
        title: lightName(key, lang),
        at: world.now(),
      }),
    aprs: (tx, { call }, telling) => stations.sendTo(tx, call, onAir(telling)),
    mail: async ({ email, lang }, telling) => {
      if (!world.mail || email === undefined) return;
      const about = { to: email, lang, instance: shownName(settings), origin: settings.get(APP_URL) };
      await world.mail.send(lightMail(telling, about));
    },
  };
}
