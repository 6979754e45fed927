/** The line itself. */
import { remember } from "../phone/choices.ts";
import { Banner } from "../ui/look/over.tsx";
import { Button } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { DOOR_KEY } from "./welcome_door.tsx";

export interface DoorProps {
  close: () => void;
}

export default function Door({ close }: DoorProps) {
  const aside = () => {
    remember(DOOR_KEY, true);
    close();
  };
  return (
    <Banner
      icon="radio"
      calm
      action={
        <Button aria-label={say("welcome.aside")} onClick={aside}>
          <span aria-hidden="true">×</span>
        </Button>
      }
    >
      {say("welcome.hunt")} <a href="/welcome">{say("welcome.how")}</a>
    </Banner>
  );
}
