/** Real files and peers that a test needs and a bare machine may lack. */

/** A file of the field's own, below the folder that TEST_DATA names; without that setting a path where nothing is. */
export const testData = (path: string): string => `${Deno.env.get("TEST_DATA") ?? "/dev/null"}/${path}`;

/**
 * Whether to skip a test because `what` is missing. Prints why; with CI=true a missing file or peer is a failure, so
 * the test then runs and fails.
 */
export function missing(what: string, there: boolean, howToGet: string): boolean {
  if (there) return false;
  if (Deno.env.get("CI") === "true") return false;
  console.log(`skipped: ${what} is not here (${howToGet})`);
  return true;
}

/**
 * Whether to leave a test out because files are missing that are too large, or not ours to carry. Unlike a program they
 * cannot be installed, so that every clone passes without them: the test is reported as ignored, never as ok.
 */
export function withoutData(what: string, there: boolean): boolean {
  if (!there) console.log(`ignored: ${what} is not here (TEST_DATA names the folder)`);
  return !there;
}

/** Whether a file or folder is there. */
export function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * The first place in PATH and the usual system folders where a program is, if any; a whole path stays what it is. Tests
 * start programs by what this gives: where CI runs, servers are not in PATH.
 */
export function program(name: string): string | undefined {
  if (name.startsWith("/")) return exists(name) ? name : undefined;
  const folders = [...(Deno.env.get("PATH") ?? "").split(":"), "/usr/sbin", "/usr/bin", "/usr/local/bin"];
  return folders.map((folder) => `${folder}/${name}`).find(exists);
}
