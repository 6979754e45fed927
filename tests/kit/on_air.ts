/** Tests over sound. */
import { onceMore } from "./once_more.ts";

/** A link that fails once is tried once more, as on the air. */
export function onAir(name: string, run: () => void | Promise<void>): void {
  Deno.test(name, () => onceMore(name, run));
}
