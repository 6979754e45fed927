/** The page to sign in as the server draws it; it works without scripts. With scripts the app's page replaces it. */
import { Button, Heading } from "../../ui/parts.tsx";
import { TextField } from "../../ui/fields.tsx";
import { say } from "../../ui/say.ts";

/** Who is signed in, and the ways that this gateway offers. */
export interface SignInOffer {
  call: string | undefined;
  /** It can send links by mail. */
  mail: boolean;
  /** Its operator can make a link for a person. */
  links: boolean;
}

export function SignInPlain({ call, mail, links }: SignInOffer) {
  return (
    <>
      <Heading>{say("page.sign_in")}</Heading>
      {call && <p id="who">{say("me.call", { call })}</p>}
      <noscript>
        <p>{say("signin.plain")}</p>
        {mail && (
          <form method="post" action="/auth/email/start">
            <h2>{say("signin.mail")}</h2>
            <TextField
              id="to"
              label={say("signin.mail.address")}
              name="email"
              type="email"
              autoComplete="email"
              required
            />
            <TextField
              id="as"
              label={say("signin.plain.as")}
              name="callsign"
              maxLength={20}
              autoCapitalize="characters"
              spellcheck={false}
            />
            <Button kind="main" submit>{say("signin.mail.send")}</Button>
          </form>
        )}
        <h2>{say("signin.link")}</h2>
        <p>{say(links ? "signin.link.ask" : "signin.link.operator")}</p>
        <p>
          <a href="/auth/data">{say("me.data")}</a>
        </p>
      </noscript>
    </>
  );
}
