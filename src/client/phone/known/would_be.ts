/** What a find would be now by what was heard of oneself, as the gateway judges it; asked again while the page is shown. */
import { BEFORE_S } from "../../../caches/rules/tier_limits.ts";
import { usePoll, useRead } from "../use_read.ts";
import { type AnswerOf, routeTo } from "../wire/routes.ts";

export type WouldBe = AnswerOf<"GET /api/caches/:id/would-be">;

/** What `lastHeard` looks at in one of the things that the gateway judges. */
interface Report {
  kind: string;
  at: number;
  counted: boolean;
}

/** So often it is asked, in seconds. */
const ASK_S = 10;

/** `code`: of the cache, where one could log there. Nothing while nobody can say, as without a connection. */
export function useWouldBe(code: string | undefined): WouldBe | undefined {
  const { known, again } = useRead(
    code === undefined ? undefined : routeTo("GET /api/caches/:id/would-be", { params: { id: code } }),
  );
  usePoll(again, code === undefined ? undefined : ASK_S);
  const { value } = known;
  return value?.source === "live" ? value.value : undefined;
}

/** What is heard over the Internet alone, or comes from an app, proves nothing by radio. */
const BY_RADIO = ["rf", "meshcom"];

/** The last report by radio, in the time that counts; one that counts comes before those that do not. Pure. */
export function lastHeard<One extends Report>(
  candidates: readonly One[] | undefined,
  now: number,
): One | undefined {
  return candidates?.filter(({ kind, at }) => BY_RADIO.includes(kind) && now - at <= BEFORE_S)
    .toSorted((a, b) => Number(b.counted) - Number(a.counted) || b.at - a.at)[0];
}
