/** The form of one's public profile, and whether others may see it at all. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { boxOf } from "../ui/places/squares.ts";
import { useApp } from "../phone/app.ts";
import { Problem, useDoing } from "../phone/doing.tsx";
import { Button, Loading } from "../ui/parts.tsx";
import { Tick } from "../ui/choices.tsx";
import { TextField } from "../ui/fields.tsx";
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
          <TextField
            id={`link-${i}-label`}
            label={say("profile.link.label")}
            required
            maxLength={LABEL_MOST}
            value={label}
            set={(label) => set(i, { label })}
          />
          <TextField
            id={`link-${i}-url`}
            label={say("profile.link.url")}
            type="url"
            required
            pattern="https?://.+"
            placeholder="https://"
            maxLength={URL_MOST}
            value={url}
            set={(url) => set(i, { url })}
          />
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
    <TextField
      id={name}
      label={say(`profile.${name}` as Key)}
      hint={say(`profile.${name}.hint` as Key)}
      {...(name === "homeGrid" && { wrong: isNoGrid(card.value![name]) && say("profile.homeGrid.hint") })}
      type={name === "publicContact" ? "email" : "text"}
      maxLength={most}
      value={card.value![name] ?? ""}
      set={(text) => change({ [name]: text })}
    />
  );
  return (
    <form onSubmit={save}>
      <p>
        <a href={`/u/${encodeURIComponent(call)}`}>{say("profile.seen")}</a>
      </p>
      {field("displayName", 60)}
      {field("homeGrid", 10)}
      {field("publicContact", 254)}
      <TextField
        id="bio"
        label={say("profile.bio")}
        hint={say("profile.bio.hint")}
        rows={4}
        maxLength={500}
        value={card.value.bio ?? ""}
        set={(bio) => change({ bio })}
      />
      <Links links={card.value.links} change={(links) => change({ links })} />
      <Tick
        label={say("profile.public")}
        value={card.value.profilePublic}
        set={(profilePublic) => change({ profilePublic })}
      />
      <Button kind="main" submit disabled={doing.busy.value}>{say("profile.save")}</Button>
      {saved.value && <p class="go" role="status">{say("profile.saved")}</p>}
      <Problem of={doing} />
    </form>
  );
}

/** Something is entered, and it is no locator. */
const isNoGrid = (grid: string | null | undefined): boolean => !!grid?.trim() && !boxOf(grid);
