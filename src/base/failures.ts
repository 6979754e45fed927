/**
 * Typed failures: an area declares code and kind once, the sentence stands in the book of words; `http/` maps the kind to a
 * status.
 */
import { errorOf, filledWith, type RefusalCode } from "../words/refusals.ts";

/** What sort of refusal it is. The HTTP status and the CLI exit status follow from it and from nothing else. */
export type FailureKind =
  | "invalid" // 400
  | "unauthenticated" // 401
  | "forbidden" // 403
  | "missing" // 404
  | "timeout" // 408
  | "conflict" // 409
  | "gone" // 410
  | "too_large" // 413
  | "unsupported" // 415
  | "range" // 416
  | "unprocessable" // 422
  | "limited" // 429
  | "upstream" // 502
  | "unavailable"; // 503

/** Public members of the error answer beside `error` and `reason`. Whatever is in here is shown to the caller. */
export type Details = Record<string, unknown> & { readonly error?: never; readonly reason?: never };

/** What a member of a refusal is, in JSON's words. */
interface JsonKinds {
  string: string;
  number: number;
  boolean: boolean;
  object: object;
  null: null;
  array: readonly unknown[];
}
type MemberKind = keyof JsonKinds;
/** Members that a refusal may have, each with what it is: `{ limit: "number" }`. Two kinds: `["string", "number"]`. */
export type Members = Readonly<Record<string, MemberKind | readonly MemberKind[]>>;
type KindOf<M> = M extends MemberKind ? JsonKinds[M]
  : M extends readonly (infer K extends MemberKind)[] ? JsonKinds[K]
  : never;

/** An expected refusal. Anything else that is thrown is a defect and answers 500 `internal error`. */
export class Failure extends Error {
  constructor(
    readonly kind: FailureKind,
    readonly reason: string,
    sentence: string,
    readonly details: Details = {},
  ) {
    super(sentence);
    this.name = "Failure";
  }
}

/** A kind alone, or with the members that the refusal may have. */
type Declaration = FailureKind | readonly [FailureKind, Members];
type Declared = Readonly<Partial<Record<RefusalCode, Declaration>>>;
/** Details that a failure was declared with; none where it names no members. */
type DetailsOf<T> = T extends readonly [FailureKind, infer M extends Members]
  ? { readonly [Name in keyof M]?: KindOf<M[Name]> | undefined }
  : { readonly [Name in string]: never };
/** Makes one declared failure; routes list the makers of what they may refuse with. */
export interface FailureMaker<D = never> {
  (details?: D, sentence?: string): Failure;
  readonly reason: string;
  readonly members: Members;
  readonly kind: FailureKind;
  /** The sentence of the book, with `{names}` for its values. */
  readonly sentence: string;
}
type Makers<T extends Declared> = { [Code in keyof T]: FailureMaker<DetailsOf<T[Code]>> };

/**
 * Declares an area's failures: `failures({ cache_archived: ["conflict", { id: "number" }] })`, then
 * `throw failure.cache_archived({ id })`. The code travels as `reason`, and the members beside it are those declared: clients
 * read of them in the OpenAPI document. The sentence of the book has members of the refusal in it by their names; a sentence
 * of the thrower's own says what came from outside, such as why a file cannot be read.
 */
export function failures<const T extends Declared>(declared: T): Makers<T> {
  const makers = {} as Makers<T>;
  for (const [code, declaration] of Object.entries(declared) as [RefusalCode, Declaration][]) {
    const [kind, members] = typeof declaration === "string" ? [declaration, {}] : declaration;
    const sentence = errorOf(code);
    const make = (details?: Details, own?: string) =>
      new Failure(kind, code, own ?? filledWith(sentence, details ?? {}), details);
    makers[code as keyof T] = Object.assign(make, { reason: code, kind, sentence, members });
  }
  return makers;
}
