/** The accounts area as one value: its services, and what the program collects from every area. */
import type { Limit, ReaderWho } from "../http/mod.ts";
import { operatorVerified } from "./checks.ts";
import { openPeople, type PeopleParts } from "./people.ts";
import { peopleRoutes } from "./routes.ts";

/** `reading`: the limits of the public read API. */
export function openAccounts(parts: PeopleParts, reading: readonly Limit<ReaderWho>[]) {
  const people = openPeople(parts);
  return {
    people,
    routes: peopleRoutes(people, reading),
    jobs: people.jobs,
    checks: [operatorVerified(people)],
    appliers: people.moves.appliers(),
  };
}
