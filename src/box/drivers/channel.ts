/** `port=`: one channel of a TNC that has several. */
import type { ConnectionAddress } from "../config/address.ts";

export const channelOf = ({ query }: ConnectionAddress): number | undefined =>
  query.has("port") ? Number(query.get("port")) : undefined;

/** What is wrong with `port=`, as a sentence; `undefined` where it is absent or 0 to 15. */
export function channelProblem({ query }: ConnectionAddress): string | undefined {
  const port = query.get("port");
  return port === undefined || (/^\d{1,2}$/.test(port) && Number(port) <= 15)
    ? undefined
    : `port takes 0 to 15, not '${port}'`;
}
