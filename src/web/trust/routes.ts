/** `/trust`: how a device comes to trust the certificate that this gateway makes for itself. Plain http and https alike. */
import { z } from "zod";
import { failures } from "../../base/mod.ts";
import { langOf, open, type Route, route, text } from "../../http/mod.ts";
import { instanceId, type Settings } from "../../settings/mod.ts";
import { authorityCertificate, mobileConfig, type Reach } from "../../tls/mod.ts";
import script from "./check.js" with { type: "text" };
import { LANG_QUERY } from "../language.ts";
import { trustPage } from "./page.ts";

const SPEC = 'API "Live and misc"';
const gate = open("whoever has no trust yet has no session either");

const failure = failures({
  no_authority: "missing",
});

interface TrustParts {
  settings: Settings;
  dataDir: string;
  /** Absent in a program that does not listen. */
  reach: Reach | undefined;
}

export function trustRoutes({ settings, dataDir, reach }: TrustParts): Route[] {
  const instance = instanceId(settings);
  const authority = () => reach?.mode === "own" ? authorityCertificate(dataDir) : undefined;
  const needed = () => {
    const found = authority();
    if (!found) throw failure.no_authority();
    return found;
  };
  const bytes = (body: Uint8Array<ArrayBuffer> | string, type: string, name: string) =>
    new Response(body, {
      headers: { "content-type": type, "content-disposition": `attachment; filename="${name}"` },
    });
  return [
    route("GET /trust", {
      gate,
      spec: SPEC,
      summary: "Page that brings a device to trust this instance's own certificate",
      produces: "text/html",
      query: LANG_QUERY,
      handle: ({ query, incoming }) => {
        const secure = (reach?.addresses() ?? []).map(({ url }) => url).filter((url) =>
          url.startsWith("https:")
        );
        return trustPage({
          instance,
          lang: langOf(query.lang, incoming.header("accept-language") ?? ""),
          mode: reach?.mode ?? "off",
          der: authority()?.der,
          secure,
          agent: incoming.header("user-agent") ?? "",
        });
      },
    }),
    route("GET /trust/ca.pem", {
      gate,
      spec: SPEC,
      summary: "The authority's certificate as PEM",
      produces: "application/x-pem-file",
      errors: [failure.no_authority],
      handle: () => bytes(needed().pem, "application/x-pem-file", "gateway.pem"),
    }),
    route("GET /trust/ca.crt", {
      gate,
      spec: SPEC,
      summary: "The authority's certificate as DER",
      produces: "application/x-x509-ca-cert",
      errors: [failure.no_authority],
      handle: () => bytes(needed().der, "application/x-x509-ca-cert", "gateway.crt"),
    }),
    route("GET /trust/ca.mobileconfig", {
      gate,
      spec: SPEC,
      summary: "The authority's certificate as a profile for Apple's systems",
      produces: "application/x-apple-aspen-config",
      errors: [failure.no_authority],
      handle: () =>
        bytes(
          mobileConfig(needed().der, instance),
          "application/x-apple-aspen-config",
          "gateway.mobileconfig",
        ),
    }),
    route("GET /trust/check", {
      gate,
      spec: SPEC,
      summary:
        "Answers whoever reached it: over https, so that a page can see whether its device trusts this instance",
      reply: z.object({ ok: z.literal(true) }),
      handle: () => ({ ok: true }),
    }),
    route("GET /trust/check.js", {
      gate,
      spec: SPEC,
      summary: "Script of the live check",
      produces: "text/javascript",
      handle: () => text(script, "text/javascript"),
    }),
    route("GET /trust/worker.js", {
      gate,
      spec: SPEC,
      summary:
        "A service worker that does nothing: browsers let one in only where they trust the certificate",
      produces: "text/javascript",
      handle: () => text("// Nothing to do.\n", "text/javascript"),
    }),
  ];
}
