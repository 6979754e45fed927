/** The form of one's public profile, and whether others may see it at all. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { boxOf } from "../ui/places/squares.ts";
import { useApp } from "../phone/app.ts";
import { Problem, useDoing } from "../phone/doing.tsx";
import { Button, Field, Loading } from "../ui/parts.tsx";
import { type Key, say } from "../ui/say.ts";
import { useRead } from "../phone/use_read.ts";
import { SignedIn } from "../phone/signed_in.tsx";
import { routeTo } from "../phone/wire/routes.ts";

interface Card {
  callsign: string;
  displayName: string | null;
  homeGrid: string | null;
  avatarUrl: string | null;
  bio: string | null;
  links: { label: string; url: string }[];
  publicContact: string | null;
  profilePublic: boolean;
}
type Text = "displayName" | "homeGrid" | "publicContact" | "bio";

export default function ProfilePage() {
  return <SignedIn title="page.profile">{(call) => <Profile call={call} />}</SignedIn>;
}

/** The gateway's limits: how many links a profile has, and how many characters a link's words and its address have. */
const LINKS_MOST = 5, LABEL_MOST = 40, URL_MOST = 300;

function Links({ links, change }: { links: Card["links"]; change: (links: Card["links"]) => void }) {
  const set = (at: number, some: Partial<Card["links"][number]>) =>
    change(links.map((one, i) => i === at ? { ...one, ...some } : one));
  return (
    <>
      {links.map(({ label, url }, i) => (
        <fieldset key={i}>
          <legend>{say("profile.link", { n: i + 1 })}</legend>
          <Field id={`link-${i}-label`} label={say("profile.link.label")}>
            <input
              id={`link-${i}-label`}
              required
              maxLength={LABEL_MOST}
              value={label}
              onInput={({ currentTarget }) => set(i, { label: currentTarget.value })}
            />
          </Field>
          <Field id={`link-${i}-url`} label={say("profile.link.url")}>
            <input
              id={`link-${i}-url`}
              type="url"
              required
              pattern="https?://.+"
              placeholder="https://"
              maxLength={URL_MOST}
              value={url}
              onInput={({ currentTarget }) => set(i, { url: currentTarget.value })}
            />
          </Field>
          <Button
            aria-label={say("profile.link.remove.of", { n: i + 1 })}
            onClick={() => change(links.filter((_, at) => at !== i))}
          >
            {say("profile.link.remove")}
          </Button>
        </fieldset>
      ))}
      {links.length < LINKS_MOST && (
        <Button
          onClick={() => {
            change([...links, { label: "", url: "" }]);
            queueMicrotask(() => document.getElementById(`link-${links.length}-label`)?.focus());
          }}
        >
          {say("profile.link.add")}
        </Button>
      )}
    </>
  );
}

function Profile({ call }: { call: string }) {
  const app = useApp();
  const doing = useDoing();
  const { known } = useRead(routeTo("GET /api/my/profile"));
  const card = useSignal<Card | undefined>(undefined), saved = useSignal(false);
  const found = known.value;
  useEffect(() => {
    // A later answer does not overwrite what the person is writing.
    if (found && !card.peek()) card.value = found.value;
  }, [found]);
  const change = (some: Partial<Card>) => {
    saved.value = false;
    card.value = { ...card.peek()!, ...some };
  };
  const save = async (event: Event) => {
    event.preventDefault();
    const { callsign: _, ...body } = card.peek()!;
    saved.value = await doing.run(() => app.gateway.ask("POST", routeTo("POST /auth/profile"), body));
  };
  if (!card.value) return <Loading />;
  const field = (name: Exclude<Text, "bio">, most: number) => (
    <Field id={name} label={say(`profile.${name}` as Key)} hint={say(`profile.${name}.hint` as Key)}>
      <input
        id={name}
        // One of the two: the types of elements know no choice.
        type={(name === "publicContact" ? "email" : "text") as "email"}
        maxLength={most}
        aria-describedby={`${name}-hint`}
        value={card.value![name] ?? ""}
        onInput={({ currentTarget: field }) => {
          const { value } = field, isWrong = name === "homeGrid" && value.trim() !== "" && !boxOf(value);
          field.setCustomValidity(isWrong ? say("profile.homeGrid.hint") : "");
          change({ [name]: value });
        }}
      />
    </Field>
  );
  return (
    <form onSubmit={save}>
      <p>
        <a href={`/u/${encodeURIComponent(call)}`}>{say("profile.seen")}</a>
      </p>
      {field("displayName", 60)}
      {field("homeGrid", 10)}
      {field("publicContact", 254)}
      <Field id="bio" label={say("profile.bio")} hint={say("profile.bio.hint")}>
        <textarea
          id="bio"
          rows={4}
          maxLength={500}
          aria-describedby="bio-hint"
          value={card.value.bio ?? ""}
          onInput={({ currentTarget }) => change({ bio: currentTarget.value })}
        />
      </Field>
      <Links links={card.value.links} change={(links) => change({ links })} />
      <label class="switch">
        <input
          type="checkbox"
          checked={card.value.profilePublic}
          onChange={({ currentTarget }) => change({ profilePublic: currentTarget.checked })}
        />
        <span>{say("profile.public")}</span>
      </label>
      <Button kind="main" submit disabled={doing.busy.value}>{say("profile.save")}</Button>
      {saved.value && <p class="go" role="status">{say("profile.saved")}</p>}
      <Problem of={doing} />
    </form>
  );
}
