/** This person's own logs, newest first; each leads to its page, where it is mended or taken back. */
import { ActivityList } from "../community/activity_list.tsx";
import { SignedIn } from "../phone/signed_in.tsx";

export default function LogsPage() {
  return (
    <SignedIn title="page.logs">
      {(call) => <ActivityList call={call} empty="logs.none" />}
    </SignedIn>
  );
}
