/** Which of a gateway's addresses answers, tried before a box has joined. */
import type { World } from "../../base/mod.ts";
import { tryGateway } from "./check.ts";
import type { Finding } from "./try_connection.ts";
import { authorityAt, readAuthorityMark } from "../gateway/authority.ts";

/** What came of one address; `authority`: the one that was pinned for it, PEM. */
interface Attempt {
  address: string;
  finding: Finding;
  authority?: string | undefined;
}

/** The pinned authority, where the address is https and one is asked for. */
async function pinnedAt(address: string, mark: string | undefined): Promise<string | undefined> {
  const digits = mark === undefined ? undefined : readAuthorityMark(mark);
  return digits === undefined || !address.startsWith("https:")
    ? undefined
    : await authorityAt(address, digits);
}

/** Tries the addresses one after the other until one answers well; the last attempt is that one, where there is any. */
export async function reachGateway(
  addresses: readonly string[],
  mark: string | undefined,
  world: World,
): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  for (const address of addresses) {
    try {
      const authority = await pinnedAt(address, mark);
      attempts.push({ address, authority, finding: await tryGateway(address, world, authority) });
    } catch (error) {
      const sentence = (error as Error).message;
      attempts.push({ address, finding: { what: `gateway ${address}`, level: "bad", sentence } });
    }
    if (attempts.at(-1)!.finding.level === "good") break;
  }
  return attempts;
}
