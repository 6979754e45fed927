/** The first three steps of the first run. They work without scripts: the server draws them, and the app draws the same. */
import { Button, Heading } from "../../ui/parts.tsx";
import { TextField } from "../../ui/fields.tsx";
import { say } from "../../ui/say.ts";
import { settingAddress } from "../settings/address.ts";
import { tell } from "../tell.ts";
import { Card } from "./card.tsx";

/** The operator's call, and what is known already of who runs this instance. */
export interface FirstRun {
  call: string;
  instance: string;
  name: string;
  address: string;
  email: string;
  /** Its name for neighbours and its region are set. */
  isNamed: boolean;
}

export const FirstPlain = (run: FirstRun) => (
  <>
    <Heading>{say("page.admin_first")}</Heading>
    <p>{tell("first.intro")}</p>
    <Card n={1} title={tell("first.reach")} done={false}>
      <p>
        {tell("first.reach.first")} <a href={settingAddress("APP_URL")}>{tell("first.reach.write")}</a>
      </p>
    </Card>
    <Card n={2} title={tell("first.you")} done>
      <You call={run.call} />
    </Card>
    <Card
      n={3}
      title={tell("first.place")}
      done={run.isNamed && run.name !== "" && run.address !== "" && run.email !== ""}
    >
      <Contact {...run} />
    </Card>
  </>
);

/** Who is operator here, and how they come back. `hasPasskey`: where that is known; nobody is asked for a second one. */
export const You = ({ call, hasPasskey = false }: { call: string; hasPasskey?: boolean }) => (
  <>
    <p>{tell("first.you.is", { call })}</p>
    <p>
      {hasPasskey ? tell("first.you.has_passkey") : <a href="/me/access">{tell("first.you.passkey")}</a>}
    </p>
    <p class="soft">{tell("first.you.links", { call })}</p>
  </>
);

/** Who runs this instance. A plain HTML form, so that it works without scripts; what is too long cannot be typed. */
export const Contact = ({ name, address, email }: Pick<FirstRun, "name" | "address" | "email">) => (
  <>
    <p>{tell("first.place.what")}</p>
    <form method="post" action="/admin/first">
      <TextField
        id="first-name"
        label={tell("first.place.name")}
        name="name"
        autoComplete="name"
        required
        maxLength={120}
        value={name}
      />
      <TextField
        id="first-address"
        label={tell("first.place.address")}
        name="address"
        rows={3}
        maxLength={300}
        autoComplete="street-address"
        required
        value={address}
      />
      <TextField
        id="first-email"
        label={tell("first.place.email")}
        name="email"
        type="email"
        maxLength={254}
        autoComplete="email"
        required
        value={email}
      />
      <Button submit>{tell("first.place.save")}</Button>
    </form>
  </>
);
