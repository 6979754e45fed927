/** The page of one person: what they found and hid, their badges, and their latest logs. */
import { Boundary } from "../phone/boundary.tsx";
import { Loading } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { useRead } from "../phone/use_read.ts";
import { useSignal } from "@preact/signals";
import { usePart } from "../ui/use_part.ts";
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
        <Numbers call={call} />
      </Boundary>
      <Boundary>
        <section>
          <h2>{say("page.activity")}</h2>
          <ActivityList call={call} empty="activity.none" />
        </section>
      </Boundary>
    </>
  );
}

/** What the finds look like, read and loaded when somebody opens it. */
function Numbers({ call }: { call: string }) {
  const isOpen = useSignal(false);
  const part = usePart(() => import("./statistics_drawn.tsx"), isOpen.value);
  const { known } = useRead(
    isOpen.value ? routeTo("GET /api/profile/:call/statistics", { params: { call } }) : undefined,
  );
  return (
    <details onToggle={() => isOpen.value = true}>
      <summary>{say("profile.numbers")}</summary>
      {part && known.value && <part.StatisticsDrawn of={known.value.value} />}
    </details>
  );
}
