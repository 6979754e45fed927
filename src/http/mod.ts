/**
 * HTTP: declared routes, every gate of the specification, limits, body caps, errors, CORS and address rules, pages and
 * the OpenAPI document. Owns no tables and no rules of the game. Refuses by default: a route without a gate does not
 * compile, and a gate without its credential does not open.
 */
export { Addresses } from "./address.ts";
export { hostOf, networkOf } from "./limits/network.ts";
export { json, jsonText, redirect, statusOf, text, versioned, WholeAnswer } from "./answers/answer.ts";
export * from "./gates.ts";
export { jsonBody } from "./body_members.ts";
export * from "./signed_gates.ts";
export { BODY_LIMIT, PATIENCE } from "./body.ts";
export * from "./secret_gates.ts";
export { HttpPort } from "./http_port.ts";
export { type Connection, Incoming } from "./incoming.ts";
export { type Limit, Limits, readLimits, type ReadRates } from "./limits/limits.ts";
export { type Handler, honoPath, mount } from "./mount.ts";
export { openApi, operationId, routeLines } from "./openapi.ts";
export { type Html, html, htmlTable, nameOf, NOTICE, page, wantsPage } from "./answers/page.ts";
export { DRAWN, proofPage } from "./answers/proof_page.ts";
export { cutAt, TRUNCATED } from "./answers/cut.ts";
export { isForm } from "./answers/error_page.ts";
export { among, browserLang, type Lang, langOf, LANGS, PAGE_WORDS } from "./answers/language.ts";
export type * from "./ports.ts";
export { boxParam, clampedParam, numberParam, wholeParam } from "./params.ts";
export { COMMON_REASONS } from "./reasons.ts";
export { SHARED, type Sharing } from "./answers/sharing.ts";
export { type ByteRange, dated, fileAnswer, readRange } from "./answers/validated.ts";
export { bytesInTurns, CHUNK, gathered, streamed, TURN } from "./answers/streamed.ts";
export { gzipped, isLarge, takesGzip } from "./answers/compress.ts";
export {
  type Asked,
  type AskedWith,
  type Described,
  JSON_OR_PAGE,
  type PathParams,
  type Route,
  route,
  type RouteTable,
  type Typed,
} from "./route.ts";
