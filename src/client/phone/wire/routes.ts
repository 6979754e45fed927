/** Every question that the app can put to the gateway, and what it answers, as the gateway's own routes declare them. */
import type { AccountRoutes } from "../../../accounts/mod.ts";
import type { AdminRoutes } from "../../../admin/mod.ts";
import type { BbsRoutes } from "../../../bbs/mod.ts";
import type { GameRoutes } from "../../../caches/mod.ts";
import type { ClubRoutes } from "../../../club/mod.ts";
import type { FederationRoutes } from "../../../federation/mod.ts";
import type { HealthRoutes } from "../../../health/mod.ts";
import type { PathParams } from "../../../http/mod.ts";
import type { IngestRoutes } from "../../../ingest/mod.ts";
import type { LiveRoutes } from "../../../live/mod.ts";
import type { ModerationRoutes } from "../../../moderation/mod.ts";
import type { AwardRoutes } from "../../../awards/mod.ts";
import type { NotebookRoutes } from "../../../notebook/mod.ts";
import type { QslRoutes } from "../../../qsl/mod.ts";
import type { ReadRoutes } from "../../../read/mod.ts";
import type { RegistryRoutes } from "../../../registries/mod.ts";
import type { StationRoutes } from "../../../stations/mod.ts";
import type { SupportRoutes } from "../../../support/mod.ts";
import type { TrendRoutes } from "../../../trends/mod.ts";
import type { UploadRoutes } from "../../../uploads/mod.ts";

interface Routes
  extends
    AccountRoutes,
    AdminRoutes,
    BbsRoutes,
    ClubRoutes,
    FederationRoutes,
    GameRoutes,
    HealthRoutes,
    IngestRoutes,
    LiveRoutes,
    ModerationRoutes,
    NotebookRoutes,
    AwardRoutes,
    QslRoutes,
    ReadRoutes,
    RegistryRoutes,
    StationRoutes,
    SupportRoutes,
    TrendRoutes,
    UploadRoutes {}

/** A route by its signature: `"GET /api/admin/boxes"`. */
type Signature = keyof Routes;

/** What a route answers. */
export type AnswerOf<S extends Signature> = Routes[S]["reply"];
/** What a route takes as its body. */
export type BodyOf<S extends Signature> = Routes[S]["body"];

type WithParams<S extends string> = keyof PathParams<S> extends never ? { params?: undefined }
  : { params: { readonly [Name in keyof PathParams<S>]: string | number } };
type WithQuery<S extends Signature> = unknown extends Routes[S]["query"] ? { query?: undefined }
  : {
    query?: { readonly [Name in keyof Routes[S]["query"]]: string | number | undefined };
  };
/** The names in a route's path and its query; texts as they are, without escapes. */
type Asking<S extends Signature> = WithParams<S> & WithQuery<S>;
/** The same as an argument, which may be left out where the route's path has no names. */
type Asked<S extends Signature> = keyof PathParams<S> extends never ? [asking?: Asking<S>]
  : [asking: Asking<S>];

/** The address of a route, with how it is asked, what it takes and answers: as good as a text wherever one is wanted. */
export type Address<Answer, Body = unknown, Method = string> = string & {
  readonly answer?: Answer;
  readonly body?: Body;
  readonly method?: Method;
};
type MethodOf<S extends Signature> = S extends `${infer Method} ${string}` ? Method : never;

/** The address of a route: `routeTo("GET /api/caches/:id", { params: { id: "GC-1" } })`. */
export function routeTo<S extends Signature>(
  signature: S,
  ...[asking]: Asked<S>
): Address<AnswerOf<S>, BodyOf<S>, MethodOf<S>> {
  const { params, query }: Given = asking ?? {};
  const path = signature.slice(signature.indexOf("/")).replace(
    /:(\w+)/g,
    (_, name) => encodeURIComponent(params![name]!),
  );
  const asked = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(String(value)).replaceAll("%2C", ",")}`]
  );
  return asked.length > 0 ? `${path}?${asked.join("&")}` : path;
}

interface Given {
  params?: Readonly<Record<string, string | number>> | undefined;
  query?: Readonly<Record<string, unknown>> | undefined;
}
