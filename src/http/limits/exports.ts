/**
 * Exports are made one at a time an account and two at a time in all (API "Limits"): each costs much for long. Routes say
 * `exports: true` and nothing else. Who is no member has turns among their own kind, one at a time a network, so that no
 * stranger keeps members from what is theirs.
 */
import { markStream, WholeAnswer } from "../answers/answer.ts";
import type { Incoming } from "../incoming.ts";
import type { Limits } from "./limits.ts";
import { networkOf } from "./network.ts";

/** Exports that are made at a time, of all askers of a kind together. */
const EXPORTS_MOST = 2;

/** Makes an answer within a turn, which is over when the answer's body is, however that comes. */
export async function inExportTurn(
  limits: Limits,
  who: unknown,
  incoming: Incoming,
  make: () => Response | Promise<Response>,
): Promise<Response> {
  const account = (who as { account?: unknown } | undefined)?.account;
  const over = typeof account === "number"
    ? limits.turn("export", String(account), EXPORTS_MOST)
    : limits.turn("public export", networkOf(incoming.client), EXPORTS_MOST);
  try {
    return ending(await make(), over);
  } catch (error) {
    over();
    throw error;
  }
}

/** The answer, which says when its body is over: read to the end, given up, or broken. It is read no faster than before. */
function ending(answer: Response, over: () => void): Response {
  if (answer.body === null || answer instanceof WholeAnswer) {
    over();
    return answer;
  }
  const reader = answer.body.getReader();
  reader.closed.then(over, over);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
  return markStream(new Response(body, { status: answer.status, headers: answer.headers }));
}
