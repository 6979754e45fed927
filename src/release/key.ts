/** The public half of the key that bundles are signed with. `deno task bundle` writes it in here, where it is given one. */
const WRITTEN = "release-key:none";

export const RELEASE_KEY: string | undefined = WRITTEN.startsWith("release-key:") ? undefined : WRITTEN;
