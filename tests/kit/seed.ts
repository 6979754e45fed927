/**
 * Where the seeds of a run begin: at what a variable says, else at the commit that is tested, so that each commit is tried with
 * histories of its own and the same commit with the same ones; where there is no commit, at today's date.
 */

let commit: number | undefined;

/** The first seed. Prints how the run is repeated. */
export function firstSeed(variable: string): number {
  const given = Deno.env.get(variable);
  if (given !== undefined) return Number(given);
  commit ??= ofCommit() ?? Math.floor(Date.now() / 86_400_000);
  console.log(`seeds from ${commit} on: ${variable}=${commit} repeats them`);
  return commit;
}

/** The first digits of the commit's hash: a number below 2^28. */
function ofCommit(): number | undefined {
  try {
    const { success, stdout } = new Deno.Command("git", {
      args: ["rev-parse", "HEAD"],
      cwd: import.meta.dirname!,
      stderr: "null",
    }).outputSync();
    return success ? parseInt(new TextDecoder().decode(stdout).slice(0, 7), 16) : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
