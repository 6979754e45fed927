/** Who is signed in here, what is theirs, and what they chose: rows with their values, so that most need no visit. */
import { useApp, waitsFor } from "../phone/app.ts";
import { Boundary } from "../phone/boundary.tsx";
import { useRead } from "../phone/use_read.ts";
import { routeTo } from "../phone/wire/routes.ts";
import { PAGES } from "../pages/page_table.ts";
import { signInAddress } from "../pages/router.ts";
import { ownerCall } from "../../base/callsigns.ts";
import type { IconName } from "../ui/icons/icon.tsx";
import { Card, Entries, GroupHead } from "../ui/look/lists.tsx";
import { Banner } from "../ui/look/over.tsx";
import { Setting } from "../ui/look/setting_rows.tsx";
import { ButtonLink, Heading, Loading } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { numberFormat } from "../ui/times.ts";
import { DeviceChoices } from "./device_choices.tsx";
import { Self } from "./self.tsx";
import { SignOut } from "./sign_out.tsx";

export default function MePage() {
  const app = useApp();
  const start = app.start.value?.value, call = start?.session.call, waiting = waitsFor(app);
  // Whoever opens it without a connection, and is nobody this phone knows, does not wait for the gateway.
  const known = start !== undefined || app.reader.missing.value;
  return (
    <>
      <div class="unseen">
        <Heading>{say("page.me")}</Heading>
      </div>
      {/* Until it is known who is here, the columns stand as for a member: nobody sees them change. */}
      <div class={call || !known ? "me" : "me me-nobody"}>
        <div class="me-head">
          {call
            ? (
              <Boundary>
                <Self call={call} verified={start!.session.verified} />
              </Boundary>
            )
            : known
            ? <Nobody />
            : <Loading />}
        </div>
        <div class="me-set">
          {waiting > 0 && (
            <Banner icon="hourglass" calm action={<a href="/waiting">{say("me.waiting.look")}</a>}>
              {say("me.waiting", { n: waiting })}
            </Banner>
          )}
          {call && (
            <Boundary>
              <Own call={call} />
            </Boundary>
          )}
          {/* Below what is one's own, which pushes nothing down when it comes. */}
          {known && <DeviceChoices />}
          {call && <SignOut call={call} />}
        </div>
      </div>
    </>
  );
}

/** Of somebody who is not signed in. */
const Nobody = () => (
  <section class="plate-card">
    <p class="me-what">{say("me.nobody")}</p>
    <p class="soft">{say("me.nobody.what")}</p>
    <div class="buttons">
      <ButtonLink href={signInAddress("/me")} icon="user">{say("write.signin.link")}</ButtonLink>
      <ButtonLink href="/welcome" kind="quiet">{say("me.nobody.how")}</ButtonLink>
    </div>
  </section>
);

function Own({ call }: { call: string }) {
  const { packs } = useApp();
  const calls = useRead(routeTo("GET /auth/callsigns")).known.value?.value.callsigns;
  const keys = useRead(routeTo("GET /keys/:call", { params: { call: ownerCall(call) } })).known.value?.value
    .keys;
  const person = useRead(routeTo("GET /api/profile/:call", { params: { call } })).known.value?.value;
  const count = (n: number | undefined) =>
    n === undefined || n === 0 ? undefined : numberFormat({}).format(n);
  const row = (
    page:
      | "calls"
      | "profile"
      | "notices"
      | "access"
      | "mine"
      | "logs"
      | "lists"
      | "statistics"
      | "awards"
      | "watches"
      | "myStations"
      | "myBoxes"
      | "packs"
      | "data",
    icon: IconName,
    value?: preact.ComponentChildren,
  ) => <Setting key={page} icon={icon} name={say(PAGES[page].title)} value={value} href={PAGES[page].path} />;
  const more = (calls?.length ?? 1) - 1;
  return (
    <>
      <GroupHead>{say("me.group.you")}</GroupHead>
      <Card flush>
        <Entries label={say("me.group.you")}>
          {row("calls", "radio", <span class="code">{call}{more > 0 && ` +${more}`}</span>)}
          {row("profile", "user", person?.profile?.displayName)}
          {row("notices", "bell")}
          {row("access", "key-round", keys && say("me.devices", { n: keys.length }))}
        </Entries>
      </Card>
      <GroupHead>{say("me.group.things")}</GroupHead>
      <Card flush>
        <Entries label={say("me.group.things")}>
          {row("mine", "archive", count(person?.hides))}
          {row("logs", "pencil", count(person?.finds))}
          {row("statistics", "gauge")}
          {row("awards", "trophy")}
          {row("lists", "list")}
          {row("watches", "eye")}
          {row("myStations", "radio-tower")}
          {row("myBoxes", "hard-drive")}
          {row("packs", "package", packs.list.value.map(({ grid }) => grid).slice(0, 2).join(", "))}
          {row("data", "download")}
        </Entries>
      </Card>
    </>
  );
}
