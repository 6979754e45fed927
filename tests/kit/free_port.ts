import { tmpdir } from "node:os";
import { join } from "node:path";

/** The kernel gives ports from here on to whoever asks for any, and to each connection (`ip_local_port_range`). */
const GIVEN_FROM = 32_768;
/** 10080 and some below it are ports that browsers and `fetch` refuse to ask (Fetch standard, "bad port"). */
const LEAST = 10_081;

/**
 * A TCP port that nobody has: for programs that cannot choose one themselves, for servers that come back, and for an address where
 * nobody answers. Tests beside this one get others, as none of these is given by the kernel and each is given here in its turn.
 */
export function freePort(): number {
  for (;;) {
    const port = nextPort();
    try {
      Deno.listen({ hostname: "0.0.0.0", port }).close();
      return port;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
}

/** The one behind that which any test was given last: a file knows it. */
function nextPort(): number {
  using file = Deno.openSync(join(tmpdir(), `gateway-test-port-${Deno.uid()}`), {
    ...{ read: true, write: true, create: true },
  });
  file.lockSync(true);
  const said = new Uint8Array(5), length = file.readSync(said) ?? 0;
  const last = Number(new TextDecoder().decode(said.subarray(0, length)));
  const port = last >= LEAST && last + 1 < GIVEN_FROM ? last + 1 : LEAST;
  file.seekSync(0, Deno.SeekMode.Start);
  file.writeSync(new TextEncoder().encode(String(port)));
  return port;
}
