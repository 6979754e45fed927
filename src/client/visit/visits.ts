/** Everything of visits, in one script that is loaded with the first of them. */
export { editedVisit, newVisit } from "./new_visit.ts";
export { OwnVisits } from "./own_visits.tsx";
export { VisitSaid } from "./visit_said.tsx";
