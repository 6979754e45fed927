/**
 * A serial device without a native addon: `stty` sets the line, and one `dd` each way moves the bytes. Two handles, since
 * one would block writes behind the pending read; other programs, since the runtime opens no device files unless it may
 * do everything.
 */
import type { Connection } from "../base/mod.ts";

/** What stty said, as a sentence for people. */
function refusal(path: string, said: string): Error {
  if (/No such (file|device)/.test(said)) return new Deno.errors.NotFound(`there is no ${path}`);
  if (/Inappropriate ioctl/.test(said)) return new Error(`${path} is not a serial device`);
  if (/Permission denied/.test(said)) {
    return new Error(`this user may not open ${path}: the group dialout may`);
  }
  return new Error(said.slice(0, 200) || `stty cannot set ${path}`);
}

/** Opens a device at a speed. Throws NotFound when there is none. */
export async function openSerial(path: string, baud: number): Promise<Connection> {
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
  if (!set.success) throw refusal(path, new TextDecoder().decode(set.stderr).trim());
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
        // The program has ended by itself.
      }
    }
  };
  // Whichever ends first takes the other one with it: a vanished device must not be half open.
  reading.status.finally(end);
  writing.status.finally(end);
  return { readable: reading.stdout, writable: writing.stdin, close: end };
}
