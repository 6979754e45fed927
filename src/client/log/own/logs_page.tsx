/** This person's own logs, newest first; each leads to its page, where it is mended or taken back. Before them: field notes. */
import { ActivityList } from "../../community/activity_list.tsx";
import { SignedIn } from "../../phone/signed_in.tsx";
import { ButtonLink } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { hrefOf } from "./tabs.ts";

export default function LogsPage() {
  return (
    <SignedIn title="page.logs">
      {(call) => (
        <>
          <ButtonLink kind="quiet" icon="pencil" href={hrefOf("notes")}>{say("notes.title")}</ButtonLink>
          <ActivityList call={call} empty="logs.none" />
        </>
      )}
    </SignedIn>
  );
}
