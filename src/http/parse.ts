/** Query and body of a request, checked against the route's schemas. */
import { type core, safeParse } from "#schemas";
import { failures } from "../base/mod.ts";
import type { Incoming } from "./incoming.ts";

export const requestFailure = failures({
  invalid_body: ["invalid", { issues: "array" }],
  invalid_query: ["invalid", { issues: "array" }],
  bad_host: "invalid",
  no_route: "missing",
});

const strictText = new TextDecoder("utf-8", { fatal: true });

/** The query under a schema; throws `invalid_query`. A name that is given twice counts as its last value. */
export const parseQuery = <T>(schema: core.$ZodType<T>, incoming: Incoming): T =>
  parse(schema, incoming.asked, requestFailure.invalid_query);

/** The body under a schema: JSON in UTF-8, or, where the route takes one, a form; throws `invalid_body`. */
export const parseBody = <T>(schema: core.$ZodType<T>, incoming: Incoming, form: boolean): T =>
  parse(schema, readObject(incoming, form), requestFailure.invalid_body);

function readObject(incoming: Incoming, form: boolean): unknown {
  const type = incoming.header("content-type") ?? "";
  try {
    const text = strictText.decode(incoming.bytes);
    if (form && type.startsWith("application/x-www-form-urlencoded")) {
      return Object.fromEntries(new URLSearchParams(text));
    }
    return text === "" ? {} : JSON.parse(text);
  } catch {
    throw requestFailure.invalid_body(
      { issues: [{ path: "", message: "The body is not JSON in UTF-8" }] },
      "The request body is not JSON",
    );
  }
}

function parse<T>(schema: core.$ZodType<T>, value: unknown, refuse: typeof requestFailure.invalid_body): T {
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message }));
  const first = issues[0];
  throw refuse({ issues }, first ? `${first.path || "body"}: ${first.message}` : undefined);
}
