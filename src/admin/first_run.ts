/** The form of the first run that needs no script: who runs this place (API "Administration"). */
import { z } from "zod";
import { redirect, type Route, route, sysop } from "../http/mod.ts";
import { OPERATOR_ADDRESS, OPERATOR_EMAIL, OPERATOR_NAME, settingFailure } from "../settings/mod.ts";
import type { AdminParts } from "./parts.ts";

/** Fields of the form and what they set. An empty field leaves what is there. */
const FIELDS = { name: OPERATOR_NAME, address: OPERATOR_ADDRESS, email: OPERATOR_EMAIL } as const;

/** The way of a browser's form to the settings that the imprint needs. */
export function firstRunRoutes({ db, settings, audit, world }: AdminParts): Route[] {
  const field = z.string().max(4000).default("");
  return [
    route("POST /admin/first", {
      gate: sysop(),
      spec: 'API "Administration"',
      summary: "Save who runs this instance, from the form of the first run",
      body: z.object({ name: field, address: field, email: field }),
      form: true,
      produces: "text/html",
      errors: [settingFailure.setting_invalid, settingFailure.setting_fixed_by_env],
      handle: async ({ body, who }) => {
        await db.write((tx) => {
          for (const [name, { key }] of Object.entries(FIELDS)) {
            const value = body[name as keyof typeof FIELDS].replaceAll("\r\n", "\n").trim();
            if (value === "") continue;
            settings.save(tx, key, value, who.actor, world);
            audit.note(tx, world.now(), {
              actor: who.actor,
              action: "setting",
              kind: "setting",
              targetId: key,
              label: key,
              reason: `set to ${value.slice(0, 400)}`,
            });
          }
        });
        return redirect("/admin/first", 303);
      },
    }),
  ];
}
