/** Replaces a file by a text, readable by its owner alone: either the whole text is written, or the old file stays. */
export function replaceFile(path: string, text: string): void {
  const fresh = `${path}.new-${Deno.pid}`;
  try {
    const file = Deno.openSync(fresh, { write: true, createNew: true, mode: 0o600 });
    try {
      const bytes = new TextEncoder().encode(text);
      for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
      file.syncSync();
    } finally {
      file.close();
    }
    Deno.renameSync(fresh, path);
  } catch (error) {
    try {
      Deno.removeSync(fresh);
    } catch {
      // It was never made.
    }
    throw error;
  }
}
