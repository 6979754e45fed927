/**
 * Bundles the scripts of server-rendered pages into text files that the program embeds. Run it after changing a script
 * or its library: `deno run -A tools/bundle_pages.ts`. With `--check` it only says whether the bundles are current.
 */
export const PAGES = [[
  "src/accounts/passkeys/page/passkeys.js",
  "src/accounts/passkeys/page/passkeys.bundle.txt",
]] as const;

/** The bundle of one script. */
export async function bundle(source: string): Promise<string> {
  const out = await Deno.makeTempFile({ suffix: ".js" });
  try {
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["bundle", "--quiet", "--platform", "browser", "--minify", "-o", out, source],
    }).output();
    if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
    return await Deno.readTextFile(out);
  } finally {
    await Deno.remove(out);
  }
}

if (import.meta.main) {
  for (const [source, target] of PAGES) {
    const made = await bundle(source);
    const current = await Deno.readTextFile(target).catch(() => "") === made;
    if (Deno.args.includes("--check")) {
      if (!current) {
        console.error(`${target} is not the bundle of ${source}: run tools/bundle_pages.ts`);
        Deno.exitCode = 1;
      }
    } else if (!current) await Deno.writeTextFile(target, made);
  }
}
