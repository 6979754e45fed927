/** Real peers that tests talk to: found, or their absence said. */

/** Whether all of these programs and files are there. With CI=true an absence is a failure, else it is said and the test ends. */
export function has(...needed: string[]): boolean {
  const missing = needed.filter((one) => !find(one));
  if (missing.length === 0) return true;
  const line = `${missing.join(", ")} missing: deno task peers installs it`;
  if (Deno.env.get("CI") === "true") throw new Error(line);
  console.log(`skipped: ${line}`);
  return false;
}

/** Path of a program, or of a file named by its whole path. */
export function find(name: string): string | undefined {
  const places = name.startsWith("/")
    ? [name]
    : [...(Deno.env.get("PATH") ?? "").split(":"), "/usr/sbin", "/sbin"].map((folder) => `${folder}/${name}`);
  return places.find((place) => {
    try {
      return Deno.statSync(place).isFile;
    } catch {
      return false;
    }
  });
}
