/** What a field of a form holds. */
import type { Signal } from "@preact/signals";

/**
 * A signal, which then holds what was entered, and `set` is called afterwards; or a value, whose owner learns by `set` what was
 * entered. A form that the browser sends by itself has a `name` for it instead.
 */
export type Held<V extends string | boolean> =
  | { value: Signal<V>; set?: (value: V) => void }
  | { value: V; set: (value: V) => void }
  | { name: string; value?: V; set?: never };

interface Both<V> {
  value?: V | Signal<V>;
  set?: ((value: V) => void) | undefined;
}

export const heldBy = <V extends string | boolean>({ value }: Both<V>): V | undefined =>
  typeof value === "object" ? value.value : value;

export function enter<V extends string | boolean>({ value, set }: Both<V>, entered: V): void {
  if (typeof value === "object") value.value = entered;
  set?.(entered);
}
