/** What this place is, for who has never heard of it: read in twenty seconds, before any account. */
import { useApp } from "../../phone/app.ts";
import { useRead } from "../../phone/use_read.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { Loading } from "../../ui/parts.tsx";
import { WelcomeView } from "./welcome_view.tsx";

export default function WelcomePage() {
  const { start, call } = useApp();
  const counts = useRead(routeTo("GET /api/v1/stats")).known.value?.value;
  const place = start.value?.value;
  if (!place) return <Loading title="page.welcome" />;
  return (
    <WelcomeView
      name={place.name}
      text={place.about}
      counts={counts}
      isMember={call.value !== undefined}
    />
  );
}
