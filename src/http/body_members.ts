/** What gates read from a body before its route does: a credential or a signature. */
import type { Incoming } from "./incoming.ts";

const bodies = new WeakMap<Incoming, Record<string, unknown> | null>();

/** The body as a JSON object, parsed once; `undefined` where it is no JSON object. */
export function jsonBody(incoming: Incoming): Record<string, unknown> | undefined {
  let body = bodies.get(incoming);
  if (body === undefined) {
    try {
      const value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(incoming.bytes));
      body = typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
    } catch {
      body = null;
    }
    bodies.set(incoming, body!);
  }
  return body ?? undefined;
}

/** A text member of a JSON body; `undefined` where there is none, or the body is not JSON. */
export function jsonMember(incoming: Incoming, name: string): string | undefined {
  if (incoming.bytes.length === 0) return undefined;
  const value = jsonBody(incoming)?.[name];
  return typeof value === "string" ? value : undefined;
}

/** The fields of a form body; `undefined` where the body is of another type. */
export function formBody(incoming: Incoming): URLSearchParams | undefined {
  const type = incoming.header("content-type") ?? "";
  if (!type.startsWith("application/x-www-form-urlencoded")) return undefined;
  return new URLSearchParams(new TextDecoder().decode(incoming.bytes));
}
