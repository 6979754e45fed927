/**
 * Small files of the system's own trees (/proc, /sys) and of programs beside the box, which the runtime reads only where it may do
 * everything: `ls` and `dd`, which a box may run, do.
 */

export interface HostFiles {
  /** Names in a folder; none where there is no such folder. */
  list(path: string): Promise<string[]>;
  /** The text of a file; undefined where it cannot be read. */
  read(path: string): Promise<string | undefined>;
}

/** No file that is looked at here is longer, in bytes. */
const MOST = 65_536;

async function run(program: string, args: string[]): Promise<string | undefined> {
  try {
    const { success, stdout } = await new Deno.Command(program, {
      args,
      stdin: "null",
      stdout: "piped",
      stderr: "null",
    }).output();
    return success ? new TextDecoder().decode(stdout) : undefined;
  } catch {
    return undefined;
  }
}

/** The real ones, below `root`: tests have a tree of their own. */
export const hostFiles = (root = ""): HostFiles => ({
  list: async (path) =>
    (await run("ls", ["-1", root + path]) ?? "").split("\n").filter((name) => name !== ""),
  // The kernel gives a long table a page at a time.
  read: (path) => run("dd", [`if=${root}${path}`, `bs=${MOST}`, "count=1", "iflag=fullblock", "status=none"]),
});
