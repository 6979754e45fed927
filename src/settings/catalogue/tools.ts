/** Settings of tool registries, and of the call that radio commands go to. */
import { instanceSetting, optionalConfiguration } from "../declare.ts";
import { call, httpsAddress, key32 } from "../forms.ts";
import { checked, choice, flag, json } from "../types.ts";

/** A registry that the environment names; `builtin` is the project's own. */
export type ListedRegistry = "builtin" | {
  spec: string;
  url: string;
  authority: string;
  label: string;
  enabled: boolean;
};
const listedRegistry = (one: unknown): ListedRegistry | undefined => {
  if (one === "builtin") return one;
  if (typeof one !== "object" || one === null) return undefined;
  const { url, authority, label, enabled = true } = one as Record<string, unknown>;
  if (typeof url !== "string" || url.length > 500 || typeof authority !== "string") return undefined;
  const path = /^\/(?!\/)[\w./~-]*$/.test(url);
  if (!path && httpsAddress(url) === undefined) return undefined;
  if (key32(authority) === undefined || typeof enabled !== "boolean") return undefined;
  if (label !== undefined && (typeof label !== "string" || label.length > 60)) return undefined;
  return {
    spec: url,
    url,
    authority,
    label: label ?? (path ? url : new URL(url).host).slice(0, 60),
    enabled,
  };
};
export const TOOL_REGISTRIES = optionalConfiguration<ListedRegistry[]>({
  key: "TOOL_REGISTRIES",
  group: "tools",
  label: "Tool registries",
  hint: "Fixes the list of tool registries; while set, it cannot be changed at runtime.",
  type: json(
    'a JSON list of up to 20 of "builtin" and {url, authority, label?, enabled?}; url https or a path on this instance',
    (value) => {
      if (!Array.isArray(value) || value.length > 20) return undefined;
      const read = value.map(listedRegistry);
      return read.includes(undefined) ? undefined : read as ListedRegistry[];
    },
  ),
});
export const TOOL_REGISTRIES_PLAYERS = instanceSetting({
  key: "TOOL_REGISTRIES_PLAYERS",
  group: "tools",
  label: "Members may add registries",
  hint: "Whether members may keep tool registries of their own.",
  type: flag(),
  fallback: true,
});
export const TOOL_REGISTRIES_PROXY = instanceSetting({
  key: "TOOL_REGISTRIES_PROXY",
  group: "tools",
  label: "Serve registry files",
  hint: "Whether files of tool registries are fetched and kept here for members.",
  type: flag(),
  fallback: true,
});

export const TOOLS = instanceSetting({
  key: "TOOLS",
  group: "tools",
  label: "Tools in the app",
  hint:
    "Which tools members may run: all, those of the instance's registries alone (registries), or none (off).",
  type: choice("all", "registries", "off"),
  fallback: "all",
});

export const SERVICE_CALL = optionalConfiguration<string>({
  key: "SERVICE_CALL",
  group: "radio",
  label: "Service call",
  hint:
    "Callsign that radio commands are sent to; by default the first operator's base call with SSID -15, else APRSCG.",
  type: checked("a callsign of at most 9 characters", call),
});
