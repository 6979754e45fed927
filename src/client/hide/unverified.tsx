/** Says at once, and not at the end, that a cache cannot be published yet, with the way to change that. */
import { useApp } from "../phone/app.ts";
import { PAGES } from "../pages/page_table.ts";
import { Notice } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";

export function Unverified() {
  const session = useApp().start.value?.value.session;
  if (!session?.call || session.verified) return null;
  return (
    <Notice action={<a href={PAGES.verify.path}>{say(PAGES.verify.title)}</a>}>
      {say("hide.unverified")}
    </Notice>
  );
}
