/** `federation batch`: own records as mail for other instances. */
import type { Command } from "commander";
import { type Federation, readBatchCursors } from "../../federation/mod.ts";
import { asCaller } from "../../base/mod.ts";
import { cliFailure } from "../failing.ts";
import { say, sayJson } from "../program.ts";

interface BatchOptions {
  cursors?: string;
  limit?: string;
  json?: boolean;
}

/** The cursors of the batch before, read from a file that may not be there yet. */
function readCursors(path: string | undefined) {
  if (path === undefined) return {};
  let text: string;
  try {
    text = asCaller(path, () => Deno.readTextFileSync(path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return {};
    throw error;
  }
  const since = readBatchCursors(text);
  if (!since) throw cliFailure.input_unusable({}, `${path} is not a file of cursors`);
  return { since };
}

export function batchCommand(
  federation: Command,
  run: <T>(use: (federation: Federation) => Promise<T> | T) => Promise<T>,
): void {
  federation.command("batch")
    .description("pack own records into mail for the forwarding partners that are marked for federation")
    .option("--cursors <file>", "go on where the batch before ended; written anew")
    .option("--limit <count>", "records at most, 1 to 900; 200 by default")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nNeeds FED_BBS=1. A message holds a hundred records or so: repeat until 0 are packed.\n" +
        "Example:\n  main.ts federation batch --cursors batches.json",
    )
    .action(({ cursors: file, limit, json }: BatchOptions) =>
      run(async (federation) => {
        const most = limit === undefined ? undefined : Number(limit);
        if (most !== undefined && !(Number.isInteger(most) && most >= 1 && most <= 900)) {
          throw cliFailure.bad_option({}, "--limit takes 1 to 900");
        }
        const mailed = await federation.mailing.enqueue({ ...readCursors(file), limit: most }, "CLI");
        // Written only after the mail is stored: a crash in between packs records twice, but never leaves any out.
        if (file !== undefined) {
          asCaller(file, () => Deno.writeTextFileSync(file, `${JSON.stringify(mailed.cursors)}\n`));
        }
        if (json) return sayJson({ ok: true, ...mailed });
        say(
          mailed.frames === 0
            ? "Nothing new to send."
            : `${mailed.frames} records as ${mailed.bid} for ${mailed.partners} partners${
              mailed.deduped ? ", stored before" : ""
            }`,
        );
      })
    );
}
