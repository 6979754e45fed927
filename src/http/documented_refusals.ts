/** Refusals as the OpenAPI document shows them: each with its code, its sentence, and the members that it may have. */
import type { FailureMaker, Members } from "../base/mod.ts";
import { statusOf } from "./answers/answer.ts";
import { isPageAddress } from "./answers/error_page.ts";
import { COMMON, COMMON_REASONS } from "./reasons.ts";
import type { Route } from "./route.ts";

type Schema = Record<string, unknown>;

const SENTENCE = { type: "string", description: "A sentence for a person" };
/** What the members of these names are made of, wherever they come. */
const LISTS: Record<string, Schema> = {
  issues: {
    description: "What does not fit, and where",
    items: {
      type: "object",
      properties: { path: { type: "string" }, message: { type: "string" } },
      required: ["path", "message"],
    },
  },
};

/** The members of failures together; where one name is of several kinds, any of them. */
function memberSchemas(all: readonly Members[]): Record<string, Schema> {
  const kinds = new Map<string, Set<string>>();
  for (const members of all) {
    for (const [name, kind] of Object.entries(members)) {
      kinds.set(name, new Set([...kinds.get(name) ?? [], ...[kind].flat()]));
    }
  }
  return Object.fromEntries(
    [...kinds].map((
      [name, one],
    ) => [name, { type: one.size === 1 ? [...one][0] : [...one], ...LISTS[name] }]),
  );
}

const refusalSchema = (reason: Schema, members: readonly Members[], required: string[]): Schema => ({
  type: "object",
  properties: { error: SENTENCE, reason, ...memberSchemas(members) },
  required,
  additionalProperties: false,
});

const nameOf = (reason: string): string => `Refusal.${reason}`;

/** The schemas that `refusalsOf` refers to: what any route may refuse with, and what these routes declare. */
export function refusalSchemas(routes: readonly Route[]): Record<string, Schema> {
  const declared = new Map<string, FailureMaker[]>();
  for (const maker of new Set(routes.flatMap(({ options }) => options.errors ?? []))) {
    declared.set(maker.reason, [...declared.get(maker.reason) ?? [], maker]);
  }
  const own = [...declared].map(([reason, makers]) => [
    nameOf(reason),
    refusalSchema({ const: reason }, makers.map(({ members }) => members), ["error", "reason"]),
  ]);
  const code = {
    enum: [...COMMON_REASONS],
    description: "Code of the refusal; a fault of the gateway itself has none",
  };
  return {
    Refusal: refusalSchema(code, COMMON.map(({ members }) => members), ["error"]),
    ...Object.fromEntries(own),
  };
}

/** The answers by status that are refusals, and under `default` those that go without saying. */
export function refusalsOf(route: Route): Record<string, object> {
  const makers = new Map<number, FailureMaker[]>();
  for (const maker of route.options.errors ?? []) {
    const status = statusOf(maker.kind);
    makers.set(status, [...makers.get(status) ?? [], maker]);
  }
  const page = isPageAddress(route.method, route.path) || route.options.form
    ? { "text/html": { schema: { type: "string" } } }
    : {};
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const answer = (description: string, schema: object) => ({
    description,
    content: { "application/json": { schema }, ...page },
  });
  return {
    ...Object.fromEntries([...makers].map(([status, declared]) => [
      status,
      answer(declared.map(({ reason, sentence }) => `\`${reason}\`: ${sentence}`).join("; "), {
        anyOf: [...new Set(declared.map(({ reason }) => nameOf(reason))), "Refusal"].map(ref),
      }),
    ])),
    default: answer("Refusal", ref("Refusal")),
  };
}
