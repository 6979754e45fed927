/** Service Gateway. Parses arguments and nothing else; see `main.ts --help`. */

if (import.meta.main) {
  // A receiver box runs on small hosts: it loads nothing of the server.
  const { run } = Deno.args[0] === "box"
    ? await import("./src/cli/box_main.ts")
    : await import("./src/cli/mod.ts");
  await run(Deno.args, Deno.env.toObject());
}
