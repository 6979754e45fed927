/** For who met a container without having looked for one: what it is, that it is harmless, and whom to tell. */
import { useApp } from "../../phone/app.ts";
import { place } from "../../pages/router.ts";
import { Loading } from "../../ui/parts.tsx";
import { FoundBoxView } from "./found_box_view.tsx";

export default function FoundBoxPage() {
  const found = useApp().start.value?.value;
  const code = new URLSearchParams(place.value.query).get("c") ?? undefined;
  if (!found) return <Loading title="page.found_box" />;
  return <FoundBoxView name={found.name} code={code} />;
}
