/**
 * The packages that the browser files use, where esbuild looks for them: Deno keeps them by name and version, esbuild wants
 * `node_modules`. Links stand for it.
 */
import { dirname, join } from "node:path";

/** What `deno info --json` tells that is needed here: each package by its name and version, with what it needs. */
interface Info {
  npmPackages: Record<string, { name: string; version: string; dependencies: string[] }>;
}

/** Makes a folder of links to the packages that the app's own import map names, and to theirs; gives its path. */
export async function linkPackages(root: string, client: string, entry: string): Promise<string> {
  const { npmPackages } = await deno<Info>(root, ["info", "--json", entry]);
  const { npmCache } = await deno<{ npmCache: string }>(root, ["info", "--json"]);
  const folder = join(root, "dist", "app", "node_modules");
  await Deno.remove(folder, { recursive: true }).catch(ifMissing);
  // The entry's types reach the server's packages too: only what runs in browsers is followed.
  const { imports } = JSON.parse(await Deno.readTextFile(join(root, client, "deno.json")));
  const own = new Set(Object.values<string>(imports).map(packageOf));
  const wanted = Object.keys(npmPackages).filter((id) => {
    const { name, version } = npmPackages[id]!;
    return own.has(`${name}@${version}`);
  });
  for (const id of wanted) {
    const { name, version, dependencies } = npmPackages[id]!;
    const link = join(folder, name);
    await Deno.mkdir(dirname(link), { recursive: true });
    await Deno.symlink(join(npmCache, "registry.npmjs.org", name, version), link);
    wanted.push(...dependencies.filter((one) => !wanted.includes(one)));
  }
  return folder;
}

/** `npm:preact@11.2.0/hooks` is of `preact@11.2.0`: the server may use another version of the same package. */
const packageOf = (specifier: string): string => /^npm:\/?((?:@[^/]+\/)?[^@/]+@[^/]+)/.exec(specifier)![1]!;

/** What a command of Deno answers as JSON. */
export async function deno<Answer>(root: string, args: string[]): Promise<Answer> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd: root }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout));
}

function ifMissing(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}
