/** What an archive holds, by name. Pure. */

/** Says what is in it and how it is opened; the first file, so that whoever looks into it reads that. */
export const ABOUT = "READ-ME.txt";
export const DATABASE = "gateway.db";
export const MEDIA = "media", TILES = "tiles";
/** gateway.env and tls/, as a tar under a passphrase. */
export const SECRETS = "secrets.age";
/** Size and SHA-256 of every file before it; the last file, so that a cut archive has none. */
export const MANIFEST = "manifest.json";
export const ENV = "gateway.env", TLS = "tls";

const PART = "(?!\\.{1,2}(?:/|$))[A-Za-z0-9._-]{1,100}";
const FILE = new RegExp(
  `^(?:READ-ME\\.txt|gateway\\.db|secrets\\.age|manifest\\.json|(?:media|tiles)(?:/${PART}){1,4})$`,
);
const SECRET_FILE = new RegExp(`^(?:gateway\\.env|tls/${PART})$`);

/** Whether a file of this name belongs into an archive: nothing that leads out of its folder, no other place. */
export const isName = (name: string): boolean => name.length <= 255 && FILE.test(name);
/** The same of what is inside secrets.age. */
export const isSecretName = (name: string): boolean => SECRET_FILE.test(name);

/** A file of the manifest. */
export interface Listed {
  name: string;
  size: number;
  sha256: string;
}
export interface Manifest {
  version: 1;
  /** The instance's id. */
  instance: string;
  /** Unix seconds. */
  madeAt: number;
  /** Version of the program. */
  program: string;
  /** Whether secrets.age is in it. */
  secrets: boolean;
  files: Listed[];
}

/** Reads a manifest; undefined where it is none of this form. */
export function readManifest(text: string): Manifest | undefined {
  try {
    const value = JSON.parse(text);
    const isWhole = value?.version === 1 && typeof value.instance === "string" &&
      typeof value.madeAt === "number" && typeof value.program === "string" &&
      typeof value.secrets === "boolean" && Array.isArray(value.files) &&
      value.files.every((one: Partial<Listed> | null) =>
        typeof one?.name === "string" && typeof one.size === "number" && typeof one.sha256 === "string"
      );
    return isWhole ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What the first file says. */
export function aboutText(
  { instance, madeAt, program, secrets, media, hasEnv }: Omit<Manifest, "version" | "files"> & {
    media: number;
    /** Whether there was a gateway.env at all. */
    hasEnv: boolean;
  },
): string {
  const of = secrets
    ? `secrets.age     gateway.env and the keys of tls/, under the passphrase that was given. The format is age v1
                (https://age-encryption.org/v1), which other programs read too:
                age -d secrets.age | tar -x
                Without the passphrase nobody can open it, and there is no way round.`
    : `No secrets are in it: it was made without a passphrase. ${
      hasEnv
        ? "Keep gateway.env and tls/ elsewhere: without\nFED_PRIVATE_KEY this instance cannot be itself again."
        : "There was no gateway.env: keep what sets the environment of the service."
    }`;
  return `A whole backup of ${instance}, made ${
    new Date(madeAt * 1000).toISOString()
  } by Service Gateway ${program}.

gateway.db      the database (SQLite)
media/          photos and files: ${media}
tiles/          settings of the map's tiles, where there are some; the tiles themselves are not in it
manifest.json   size and SHA-256 of each file
${of}

Put it back with: main.ts restore --check <this archive>, then main.ts restore <this archive>
`;
}
