/** Who is signed in here, and the way to all that is theirs. */
import { useApp } from "../phone/app.ts";
import { type PageName, PAGES } from "../pages/page_table.ts";
import { Heading, Notice } from "../ui/parts.tsx";
import { signInAddress } from "../pages/router.ts";
import { say } from "../ui/say.ts";
import { DeviceChoices } from "./device_choices.tsx";

/** The parts of what is one's own, in the order in which people ask for them. */
const PARTS = [
  "verify",
  "calls",
  "profile",
  "mine",
  "logs",
  "watches",
  "myStations",
  "myBoxes",
  "access",
  "notices",
  "data",
] as const satisfies readonly PageName[];

export default function MePage() {
  const app = useApp();
  const session = app.start.value?.value.session;
  return (
    <>
      <Heading>{say("page.me")}</Heading>
      <div class="groups">
        {session?.call
          ? (
            <div>
              <p>{say("me.call", { call: session.call })}</p>
              <p class="soft">{say(session.verified ? "me.verified" : "me.unverified")}</p>
              <ul class="link-list">
                {PARTS.filter((name) => name !== "verify" || !session.verified).map((name) => (
                  <li key={name}>
                    <a href={PAGES[name].path}>{say(PAGES[name].title)}</a>
                  </li>
                ))}
              </ul>
            </div>
          )
          : (
            <Notice action={<a href={signInAddress("/me")}>{say("write.signin.link")}</a>}>
              {say("me.nobody")}
            </Notice>
          )}
        <DeviceChoices />
      </div>
    </>
  );
}
