/** How people get here: the address to pass on, and a poster that has it as a QR code. */
import { say } from "../../shell/say.ts";
import { CopyText } from "../../verify/copy_text.tsx";
import { tell } from "../tell.ts";

export function Invite() {
  // Under such a name only the host itself can open this instance.
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
