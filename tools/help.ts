/** What a task says of itself: the comment at the head of its file, so that it is told in one place. */
export function endWhereHelpIsAsked(module: string, more = ""): void {
  if (!Deno.args.includes("--help")) return;
  const head = /^\/\*\*(.*?)\*\//s.exec(Deno.readTextFileSync(new URL(module)))?.[1] ?? "";
  console.log(head.replaceAll(/^ ?\* ?/gm, "").trim() + more);
  Deno.exit();
}

/** Whole numbers of a command line. Ends the program where one is none. */
export function wholeNumbers(args: readonly string[]): number[] {
  const strange = args.find((arg) => !/^\d{1,9}$/.test(arg));
  if (strange === undefined) return args.map(Number);
  console.error(`${strange} is no whole number: --help says what is taken`);
  Deno.exit(64);
}
