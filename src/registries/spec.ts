/** The address of a registry, as people type it (API "Live and misc": https, or `github:owner/repo[/path][@ref]`). */

/** Longest address, in characters (API "Limits"). */
const SPEC_MOST = 500;
/** Longest label, in characters. */
export const LABEL_MOST = 60;

interface RegistryAddress {
  /** As typed, without blanks around it. */
  spec: string;
  /** Where the list lies: always https. */
  url: string;
  /** What it is called unless somebody names it: owner/repo, or the host. */
  label: string;
}

const GITHUB =
  /^github:([A-Za-z0-9-]{1,39})\/([A-Za-z0-9._-]{1,100})(\/[^@\s?#]{0,300})?(?:@([^@\s?#]{1,100}))?$/;

/** Reads an address; `undefined` for anything else, credentials, plain http and texts over 500 characters included. */
export function readSpec(text: string): RegistryAddress | undefined {
  if (text.length > SPEC_MOST) return undefined;
  const spec = text.trim();
  if (spec.startsWith("github:")) return fromGithub(spec);
  const url = URL.parse(spec);
  if (!url || url.protocol !== "https:" || url.username !== "" || url.password !== "") return undefined;
  url.hash = "";
  return { spec, url: url.href, label: url.host.slice(0, LABEL_MOST) };
}

/** No path means `registry.json`; a path that does not end in `.json` is a folder with one. */
function fromGithub(spec: string): RegistryAddress | undefined {
  const [, owner, repo, path = "", ref = "HEAD"] = GITHUB.exec(spec) ?? [];
  if (owner === undefined || repo === undefined || /^\.+$/.test(repo)) return undefined;
  const parts = [...ref.split("/"), ...path.split("/").filter((part) => part !== "")];
  if (parts.some((part) => part === "" || part === "." || part === "..")) return undefined;
  if (!parts.at(-1)!.endsWith(".json") || path === "") parts.push("registry.json");
  const where = [owner, repo, ...parts].map(encodeURIComponent).join("/");
  return {
    spec,
    url: `https://raw.githubusercontent.com/${where}`,
    label: `${owner}/${repo}`.slice(0, LABEL_MOST),
  };
}
