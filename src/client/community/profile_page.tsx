/** The page of one person: what they found and hid, their badges, and their latest logs. */
import { Boundary } from "../phone/boundary.tsx";
import { Loading } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { useRead } from "../phone/use_read.ts";
import { ActivityList } from "./activity_list.tsx";
import { ProfileView } from "./profile_view.tsx";
import { routeTo } from "../phone/wire/routes.ts";

export default function ProfilePage({ call }: { call: string }) {
  const { known } = useRead(routeTo("GET /api/profile/:call", { params: { call } }));
  if (!known.value) return <Loading title="page.person" />;
  return (
    <>
      <ProfileView person={known.value.value} />
      <Boundary>
        <section>
          <h2>{say("page.activity")}</h2>
          <ActivityList call={call} empty="activity.none" />
        </section>
      </Boundary>
    </>
  );
}
