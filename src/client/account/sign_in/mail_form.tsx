/** The form that asks for a link by mail; once the link is sent, a sentence says so in its place. */
import { useSignal } from "@preact/signals";
import { Button } from "../../ui/parts.tsx";
import { TextField } from "../../ui/fields.tsx";
import { say } from "../../ui/say.ts";

export function MailForm({ heading, what, busy, send }: {
  heading: string;
  /** The sentence that says what the link is for and who gets one. */
  what: string;
  busy: boolean;
  /** Asks for a link to this address; gives whether that succeeded. */
  send: (email: string) => Promise<boolean>;
}) {
  const address = useSignal(""), sent = useSignal(false);
  const ask = async (event: Event) => {
    event.preventDefault();
    sent.value = await send(address.peek().trim());
  };
  if (sent.value) return <p class="go" role="status">{say("signin.mail.sent", { to: address.value })}</p>;
  return (
    <form onSubmit={ask}>
      <h2>{heading}</h2>
      <p class="soft">{what}</p>
      <TextField
        id="address"
        label={say("signin.mail.address")}
        type="email"
        required
        autoComplete="email"
        value={address}
      />
      <Button submit disabled={busy}>{say("signin.mail.send")}</Button>
    </form>
  );
}
