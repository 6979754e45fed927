/** The line of `welcome_door.tsx`. */
import { Banner } from "../../ui/look/over.tsx";
import { Button } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";

export default function Door({ close }: { close: () => void }) {
  return (
    <Banner
      icon="radio"
      calm
      action={
        <Button aria-label={say("welcome.aside")} onClick={close}>
          <span aria-hidden="true">×</span>
        </Button>
      }
    >
      {say("welcome.hunt")}. <a href="/welcome">{say("welcome.how")}</a>
    </Banner>
  );
}
