/** Answers at the wizard's terminal. */
import * as prompts from "@clack/prompts";
import { EXIT } from "../failing.ts";

/** The answer; ends the program where somebody pressed Ctrl-C. */
export async function answer<T>(asked: Promise<T>): Promise<Exclude<T, symbol>> {
  const given = await asked;
  if (prompts.isCancel(given)) {
    prompts.cancel("Broken off: nothing was set up.");
    Deno.exit(EXIT.failed);
  }
  return given as Exclude<T, symbol>;
}

/** Refuses an empty answer. */
export const needed = (value: string | undefined): string | undefined =>
  value?.trim() ? undefined : "This is needed";
