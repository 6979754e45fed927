/**
 * `/tools/frame`: the document in which an installed tool runs. Its policy is its own: it has no origin, no storage and no
 * network but to the origins that the tool was granted; a frame written by the page would have the page's policy instead.
 */
import { z } from "#schemas";
import { failures } from "../../base/mod.ts";
import { open, type Route, route, SHARED, text } from "../../http/mod.ts";

/** Origins that a tool may connect to, at most (API "Live and misc"). */
const MOST = 8;
/** An https or wss origin, of which no part could end the policy's line or name another thing in it. */
const ORIGIN = /^(https|wss):\/\/[a-z0-9](?:[a-z0-9.-]{0,252}[a-z0-9])?(?::\d{1,5})?$/;

const failure = failures({ bad_connect: ["invalid", { limit: "number" }], tools_off: "forbidden" });

export const toolRoutes = (own: () => readonly string[], isOff: () => boolean): Route[] => [
  route("GET /tools/frame", {
    gate: open("it holds nothing of anybody: the tool is put into it by the page around it"),
    spec: 'API "Live and misc"',
    summary: "The document in which an installed tool of the web app runs",
    share: SHARED.built,
    query: z.object({
      v: z.string().max(20).optional().describe("Digest of its content, which the app names"),
      connect: z.string().max(2100).optional().describe(
        `Comma list of the origins that the tool may connect to, https or wss, at most ${MOST}`,
      ),
    }),
    produces: "text/html",
    errors: [failure.bad_connect, failure.tools_off],
    handle: async ({ query, incoming }) => {
      if (isOff()) throw failure.tools_off();
      const wanted = query.connect ? query.connect.split(",") : [];
      if (wanted.length > MOST || !wanted.every((one) => ORIGIN.test(one))) {
        throw failure.bad_connect({ limit: MOST }, "connect takes at most 8 origins with https or wss");
      }
      const hosts = new Set([incoming.origin, ...own()].map((one) => URL.parse(one)?.host));
      const connect = wanted.filter((one) => !hosts.has(URL.parse(one)?.host));
      // Read when somebody first runs a tool.
      const { PAGE } = await import("./page.ts");
      return text(PAGE, "text/html", { "content-security-policy": policyFor(connect) });
    },
  }),
];

/** Scripts are the frame's own and what it is handed; nothing else is loaded from anywhere. */
const policyFor = (connect: readonly string[]): string =>
  [
    "sandbox allow-scripts",
    "default-src 'none'",
    "script-src 'unsafe-inline' 'unsafe-eval' blob:",
    "worker-src blob:",
    `connect-src ${connect.length > 0 ? connect.join(" ") : "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
