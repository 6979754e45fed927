/** `demo`: a throw-away club to look at. */
import type { Command } from "commander";
import type { Environment } from "../../settings/mod.ts";
import { cliFailure, EXIT } from "../failing.ts";
import { setUpLogging } from "../logging.ts";
import { workAsOwnerOf } from "../owner.ts";
import { say, sayJson } from "../program.ts";

interface Options {
  port?: string;
  minutes?: string;
  keep?: string;
  open: boolean;
  json?: boolean;
}

/** Thrown where somebody ended it before everything was there. */
class Stopped extends Error {}

/** A whole number within bounds, or a refusal that names the option. */
function whole(option: string, text: string | undefined, least: number, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d{1,6}$/.test(text) || value < least || value > most) {
    throw cliFailure.bad_option({}, `--${option} takes a number from ${least} to ${most}, not '${text}'`);
  }
  return value;
}

/** Opens the page where there is a desktop; elsewhere the printed address has to do. */
function openPage(url: string, { DISPLAY, WAYLAND_DISPLAY }: Environment): void {
  if (!DISPLAY && !WAYLAND_DISPLAY) return;
  try {
    new Deno.Command("xdg-open", { args: [url], stdin: "null", stdout: "null", stderr: "null" }).spawn()
      .unref();
  } catch {
    // There is no xdg-open, or no permission to run it.
  }
}

async function demo({ port, minutes, keep, open, json }: Options, environment: Environment): Promise<void> {
  const at = whole("port", port, 1, 65_535) ?? 0;
  const until = whole("minutes", minutes, 1, 100_000);
  const level = environment.LOG_LEVEL === "debug" || environment.LOG_LEVEL === "info"
    ? environment.LOG_LEVEL
    : "error";
  await setUpLogging(level, "text");
  const { runDemo } = await import("./run_demo.ts");
  const asked = Promise.withResolvers<void>();
  let stopping = false;
  asked.promise.then(() => stopping = true);
  for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, () => asked.resolve());
  if (keep !== undefined) {
    workAsOwnerOf(keep);
    await Deno.mkdir(keep, { recursive: true });
  }
  const folder = keep ?? await Deno.makeTempDir({ prefix: "gateway-demo-" });
  const remove = () => keep === undefined ? Deno.remove(folder, { recursive: true }) : Promise.resolve();
  try {
    const tell = (what: string) => {
      if (stopping) throw new Stopped();
      console.error(what);
    };
    const running = await runDemo({ folder, port: at, logLevel: level, tell }).catch((error) => {
      if (!(error instanceof Stopped)) throw error;
    });
    if (running) {
      const { url, neighbour, box, link, memberLink, counts } = running;
      if (json) sayJson({ url, neighbour, box: box ?? null, link, memberLink, folder, counts });
      else {
        say(`The club        ${url}`);
        say(`Its neighbour   ${neighbour}`);
        if (box) say(`Its receiver    ${box}`);
        say(`Sign in (once each; a further link is printed when one was used)`);
        say(`  as operator   ${link}`);
        say(`  as a member   ${memberLink}`);
        say(
          `${counts.caches} caches, ${counts.finds} finds, ${counts.mirrored} caches of the neighbour, ${counts.mail} mails forwarded; traffic goes on until Ctrl-C.`,
        );
        if (keep === undefined) say(`Then everything is removed (${folder}).`);
      }
      if (open) openPage(link, environment);
      const timer = until === undefined ? undefined : setTimeout(() => asked.resolve(), until * 60_000);
      await asked.promise;
      clearTimeout(timer);
      await running.stop();
    }
  } finally {
    await remove();
  }
  Deno.exit(EXIT.ok);
}

export function demoCommand(program: Command, environment: Environment): void {
  program.command("demo")
    .description("a throw-away club on this machine: caches, finds, radio traffic through a box, a neighbour")
    .option("--port <n>", "where the club listens; any free port unless told")
    .option("--minutes <n>", "end by itself after so long")
    .option("--keep <folder>", "keep everything in this folder instead of removing it")
    .option("--no-open", "do not open the page")
    .option("--json", "print addresses and links as JSON")
    .addHelpText(
      "after",
      "\nNothing leaves this machine. Everything was done over HTTP, as people, boxes and neighbours do it.\n" +
        "\nExamples:\n  main.ts demo\n  main.ts demo --port 8790 --minutes 30 --no-open --json",
    )
    .action((options: Options) => demo(options, environment));
}
