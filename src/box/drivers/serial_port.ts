/**
 * A serial device without a native addon: `stty` sets the line, and one `dd` each way moves the bytes. Two handles, since
 * one would block writes behind the pending read; other programs, since the runtime opens no device files unless it may
 * do everything.
 */
import type { Connection } from "../../base/mod.ts";

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).trim();

/** Opens a device at a speed. Throws NotFound when there is none. */
export async function openSerial(path: string, baud: number): Promise<Connection> {
  const info = Deno.statSync(path);
  if (info.isFile || info.isDirectory) throw new Error(`${path} is no serial device`);
  const set = await new Deno.Command("stty", {
    args: [
      "-F",
      path,
      String(baud),
      "raw",
      "-echo",
      "-echoe",
      "-echok",
      "clocal",
      "-hupcl",
      "min",
      "1",
      "time",
      "0",
    ],
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!set.success) throw new Error(text(set.stderr).slice(0, 200) || `stty cannot set ${path}`);
  const reading = new Deno.Command("dd", {
    args: [`if=${path}`, "bs=4096", "status=none"],
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writing = new Deno.Command("dd", {
    // nocreat: a device that has vanished must not become a plain file.
    args: [`of=${path}`, "bs=4096", "conv=nocreat,notrunc", "status=none"],
    stdin: "piped",
    stdout: "null",
    stderr: "null",
  }).spawn();
  let ended = false;
  const end = () => {
    if (ended) return;
    ended = true;
    for (const child of [reading, writing]) {
      try {
        child.kill("SIGKILL");
      } catch {
        // It has ended by itself.
      }
    }
  };
  // Whichever ends first takes the other one with it: a vanished device must not be half open.
  reading.status.finally(end);
  writing.status.finally(end);
  return { readable: reading.stdout, writable: writing.stdin, close: end };
}
