/** What the server of this host says of itself. */
import { get as getHttp, type IncomingMessage } from "node:http";
import { get as getHttps } from "node:https";

/** Most bytes of an answer; ours are shorter. */
const MOST = 65_536, PATIENCE_MS = 5000;

/**
 * The answer of `/health` at an address of this very host; `undefined` where there is none. Whose name the certificate
 * bears does not matter here: the operator's own names the club, and this asks `localhost`.
 */
export function healthAt(url: string): Promise<{ ok?: unknown; version?: unknown } | undefined> {
  return new Promise((resolve) => {
    const heard = (answer: IncomingMessage) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => {
        if ((text += part).length > MOST) answer.destroy();
      });
      answer.on("end", () => {
        try {
          resolve(answer.statusCode === 200 ? JSON.parse(text) : undefined);
        } catch {
          resolve(undefined);
        }
      });
      answer.on("close", () => resolve(undefined));
    };
    const options = { timeout: PATIENCE_MS, agent: false as const };
    const asked = url.startsWith("https:")
      ? getHttps(`${url}/health`, { ...options, rejectUnauthorized: false }, heard)
      : getHttp(`${url}/health`, options, heard);
    asked.on("timeout", () => asked.destroy());
    asked.on("error", () => resolve(undefined));
  });
}
