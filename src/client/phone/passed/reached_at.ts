/** At which address others reach this gateway: what is passed on leads there. */
import { isOnlyHere, passedOn } from "../../ui/passed_on.ts";
import { useRead } from "../use_read.ts";
import { routeTo } from "../wire/routes.ts";

/** The page's own address; where only the host itself can use that, the best other one, once the gateway has told it. */
export function useReachedAt(): string {
  const own = location.origin;
  const { known } = useRead(isOnlyHere(own) ? routeTo("GET /health") : undefined);
  return isOnlyHere(own) ? passedOn(own, known.value?.value.addresses ?? [])[0]! : own;
}
