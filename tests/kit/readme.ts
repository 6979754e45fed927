/** What the README tells people to type, so that tests run just that. */
import { join } from "node:path";
import { ROOT } from "./server.ts";

/** The first code block of the README in a language. */
export const fromReadme = (language: string): string =>
  new RegExp("```" + language + "\n([\\s\\S]*?)```").exec(
    Deno.readTextFileSync(join(ROOT, "README.md")),
  )![1]!;
