/** A program at a real terminal (a pseudo-terminal of util-linux's `script`): what it shows, and what is typed. */

export const NEEDS_TERMINAL = ["script"];

// deno-lint-ignore no-control-regex -- what terminals are told
const CONTROLS = /\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\r/g;

export interface Terminal {
  /** Waits until something new shows this text. */
  shows(text: string): Promise<void>;
  types(keys: string): Promise<void>;
  /** Everything that was shown, without colours. */
  screen(): string;
  /** Its exit status, once it ended. */
  ended(): Promise<number>;
  /** Ends it, where it has not ended by itself. */
  kill(): Promise<void>;
}

/** Keys as terminals send them. */
export const ENTER = "\r", DOWN = "\x1b[B", SPACE = " ";

export function atTerminal(
  command: string,
  options: Pick<Deno.CommandOptions, "cwd" | "env"> = {},
): Terminal {
  const child = new Deno.Command("script", {
    args: ["-qefc", `stty cols 120 rows 50; exec ${command}`, "/dev/null"],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
    ...options,
    env: { TERM: "xterm", COLUMNS: "120", ...options.env },
  }).spawn();
  const keyboard = child.stdin.getWriter();
  let raw = "", seen = 0, over = false;
  let wakes: (() => void)[] = [];
  const reading = (async () => {
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      raw += text;
      wakes.splice(0).forEach((wake) => wake());
    }
    over = true;
    wakes.splice(0).forEach((wake) => wake());
  })();
  const screen = () => raw.replace(CONTROLS, "");
  const ended = async () => {
    const { code } = await child.status;
    await keyboard.close().catch(() => {});
    await reading;
    return code;
  };
  return {
    screen,
    async shows(text) {
      for (;;) {
        const at = screen().indexOf(text, seen);
        if (at >= 0) {
          seen = at + text.length;
          return;
        }
        if (over) throw new Error(`it ended before '${text}': ${screen()}`);
        await new Promise<void>((resolve) => wakes = [...wakes, resolve]);
      }
    },
    types: (keys) => keyboard.write(new TextEncoder().encode(keys)),
    ended,
    async kill() {
      try {
        // `script` ends what runs at its terminal; a killed one leaves that running.
        child.kill("SIGTERM");
      } catch {
        // It has ended by itself.
      }
      await ended();
    },
  };
}
