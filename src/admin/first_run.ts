/** The form of the first run that needs no script: who runs this place (API "Administration"). */
import { z } from "zod";
import { redirect, route, sysop } from "../http/mod.ts";
import { OPERATOR_ADDRESS, OPERATOR_EMAIL, OPERATOR_NAME, settingFailure } from "../settings/mod.ts";
import type { AdminParts } from "./parts.ts";

/** Fields of the form and what they set. A field that is empty, or as it was drawn, leaves what is there. */
const FIELDS = { name: OPERATOR_NAME, address: OPERATOR_ADDRESS, email: OPERATOR_EMAIL } as const;

/** The way of a browser's form to the settings that the imprint needs. */
export function firstRunRoutes({ db, settings, audit, world }: AdminParts) {
  const field = z.string().max(4000).default("");
  return [
    route("POST /admin/first", {
      gate: sysop(),
      spec: 'API "Administration"',
      summary: "Save who runs this instance, from the form of the first run",
      body: z.object({ name: field, address: field, email: field }),
      form: true,
      produces: "text/html",
      status: 303,
      errors: [settingFailure.setting_invalid, settingFailure.setting_fixed_by_env],
      handle: async ({ body, who }) => {
        await db.write((tx) => {
          for (const [name, setting] of Object.entries(FIELDS)) {
            const { key } = setting,
              value = body[name as keyof typeof FIELDS].replaceAll("\r\n", "\n").trim();
            // A browser sends every field again, also one that the environment sets and nobody changed.
            if (value === "" || value === settings.get(setting)) continue;
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
