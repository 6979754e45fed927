/** One message of a channel of a mesh, MeshCom or Meshtastic: who, when and how it came, and what was written. */
import type { ComponentChildren } from "preact";
import { useApp } from "../../phone/app.ts";
import { Foreign } from "../../ui/parts.tsx";
import { sayTime } from "../../ui/times.ts";

interface ChannelLineProps {
  who: ComponentChildren;
  /** Unix seconds. */
  at: number;
  /** How it came here. */
  way: string;
  text: string;
}

export function ChannelLine({ who, at, way, text }: ChannelLineProps) {
  const { gateway } = useApp();
  return (
    <li>
      <p class="talk-who">
        {who} <span class="soft">{sayTime(at, gateway.now())}, {way}</span>
      </p>
      <p class="text">
        <Foreign>{text}</Foreign>
      </p>
    </li>
  );
}
