/** What was logged here lately. */
import { Heading } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { ActivityList } from "./activity_list.tsx";
import { FeedLink } from "../ui/for_others.tsx";

export default function ActivityPage() {
  return (
    <>
      <Heading>{say("page.activity")}</Heading>
      <ActivityList empty="activity.none" />
      <FeedLink path="/feeds/activity.xml" />
    </>
  );
}
