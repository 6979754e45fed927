/** `boxes`: the gateway's side of receiver boxes at a shell: codes, and whose hearings count. */
import type { Command } from "commander";
import type { App } from "../../app.ts";
import type { Environment } from "../../settings/mod.ts";
import type { House } from "../../wiring/house.ts";
import { say, sayJson } from "../program.ts";
import { day, readTime } from "../times.ts";
import { withApp } from "../house/with_app.ts";

const ACTOR = "CLI";

/** A one-time code for a box, as the operator's page makes it. */
export const makeCode = ({ boxes, audit }: App, { db, world }: House, label: string) =>
  db.writeNow((tx) => {
    const made = boxes.codes.make(tx, { label, by: ACTOR, owner: null });
    audit.note(tx, world.now(), {
      actor: ACTOR,
      action: "box-code",
      kind: "box",
      targetId: label || "code",
      label: label || "code",
      reason: "",
    });
    return made;
  });

/** Trusts what a box hears at these stations; an empty list ends all trust (API "Administration"). */
export const trustBox = (
  { boxes, audit }: App,
  { db, world }: House,
  box: string,
  sites: readonly string[],
  since?: number,
) =>
  db.writeNow((tx) => {
    const trusted = sites.length > 0;
    const what = { ...(trusted && { sites }), ...(since !== undefined && { since }) };
    boxes.trust(tx, box, { trusted, ...what }, ACTOR);
    audit.note(tx, world.now(), {
      actor: ACTOR,
      action: sites.length > 0 ? "trust" : "distrust",
      kind: "box",
      targetId: box,
      label: box,
      reason: [...sites, ...(since === undefined ? [] : [`since ${since}`])].join(" "),
    });
  });

/** Adds `boxes` to the program. */
export function boxesCommands(program: Command, environment: Environment): void {
  const group = program.command("boxes")
    .description("receiver boxes of this gateway: codes to enrol them, and whose hearings count");

  group.command("code")
    .description("make a one-time code with which a box enrols")
    .option("--label <text>", "what it is for", "")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExample:\n  main.ts boxes code --label attic")
    .action(({ label, json }: { label: string; json?: boolean }) =>
      withApp(environment, (app, house) => {
        const { code, expiresAt } = makeCode(app, house, label);
        if (json) return sayJson({ code, expiresAt });
        say(code);
        console.error(`Good once, for ${Math.round((expiresAt - house.world.now()) / 60)} minutes.`);
      })
    );

  group.command("trust <box> [site...]")
    .description(
      "trust what the box hears at these receiving stations; named without stations it is not trusted any more",
    )
    .option(
      "--since <time>",
      "what it heard since then counts too, not only from now on; not before it was enrolled",
      (text: string) => readTime(text, "--since"),
    )
    .addHelpText("after", "\nExample:\n  main.ts boxes trust oe1xyz-10 OE1XYZ-10")
    .action((box: string, sites: string[], { since }: { since?: number }) =>
      withApp(environment, (app, house) => {
        trustBox(app, house, box, sites, since);
        say(
          sites.length > 0
            ? `What ${box} hears at ${sites.join(", ")} counts now.`
            : `${box} attests nothing now.`,
        );
      })
    );

  group.command("list")
    .description("boxes that are enrolled")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExample:\n  main.ts boxes list")
    .action(({ json }: { json?: boolean }) =>
      withApp(environment, ({ boxes }) => {
        const all = boxes.store.all().filter(({ revokedAt }) => revokedAt === null);
        const shown = all.map(({ id, label, lastSeenAt }) => ({
          box: id,
          label,
          lastSeenAt,
          sites: boxes.store.sitesOf({ box: id }).map(({ site }) => site),
        }));
        if (json) return sayJson({ boxes: shown });
        if (shown.length === 0) say("No box is enrolled: main.ts boxes code makes a code for one.");
        for (const { box, lastSeenAt, sites } of shown) {
          say(
            `${box} seen ${lastSeenAt === null ? "never" : day(lastSeenAt)} trusted for ${
              sites.join(" ") || "nothing"
            }`,
          );
        }
      })
    );
}
