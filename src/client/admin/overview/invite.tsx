/** How people come here: the address to pass on, and a poster with it as a code. */
import { say } from "../../shell/say.ts";
import { CopyText } from "../../verify/copy_text.tsx";
import { tell } from "../tell.ts";

export function Invite() {
  // Under this name nobody but the host itself comes here.
  const isHere = /^(localhost|127\.|\[::1\])/.test(location.hostname);
  return (
    <section aria-labelledby="invite-title">
      <h2 id="invite-title">{tell("invite.title")}</h2>
      <p>{tell("invite.what")}</p>
      <CopyText text={`${location.origin}/`} what={tell("invite.address")} />
      {isHere && (
        <p class="soft">
          {tell("invite.here")} <a href="/admin/first">{say("page.admin_first")}</a>
        </p>
      )}
      <p>
        <a href="/print/invitation">{say("print.invitation")}</a>
      </p>
    </section>
  );
}
