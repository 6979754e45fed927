/** This person's own logs, newest first; each leads to its page, where it is mended or taken back. Before them: field notes. */
import { ActivityList } from "../../community/activity_list.tsx";
import { Boundary } from "../../phone/boundary.tsx";
import { SignedIn } from "../../phone/signed_in.tsx";
import { FieldNotes } from "./field_notes/field_notes.tsx";

export default function LogsPage() {
  return (
    <SignedIn title="page.logs">
      {(call) => (
        <>
          <Boundary>
            <FieldNotes account={call} />
          </Boundary>
          <ActivityList call={call} empty="logs.none" />
        </>
      )}
    </SignedIn>
  );
}
