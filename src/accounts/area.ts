/** The accounts area as one value: what a person's data is, and what the program collects from every area. */
import type { Limit, ReaderWho } from "../http/mod.ts";
import { operatorVerified } from "./checks.ts";
import type { People } from "./people.ts";
import { Portability } from "./portability/portability.ts";
import type { PersonalData } from "./ports.ts";
import { peopleRoutes } from "./routes/mod.ts";

interface AccountsNeeds {
  /** Opened first, since every area below asks about people. */
  people: People;
  /** What the other areas keep of a person. */
  personalData: readonly PersonalData[];
  /** The limits of the public read API. */
  reading: readonly Limit<ReaderWho>[];
}

/** Opens the area over what is asked of people, once all that keep something of them are open. */
export function openAccounts({ people, personalData, reading }: AccountsNeeds) {
  const { accounts, calls, keys, ports, own, moveRows } = people;
  const portability = new Portability({
    ...{ accounts, calls, keys, ports, own },
    moves: moveRows,
    shares: personalData,
  });
  return {
    portability,
    routes: peopleRoutes({ ...people, portability }, reading),
    jobs: people.jobs,
    checks: [operatorVerified(people)],
  };
}
