/** Real Chromium with a virtual authenticator (Chrome DevTools Protocol, WebAuthn domain). */
import { type Browser, chromium, type Page } from "playwright-core";
import { program } from "./test_data.ts";

export const HOW_TO_GET_CHROMIUM = "apt-get install chromium";
export const chromiumThere = (): boolean => program("chromium") !== undefined;

export interface Surfer {
  page: Page;
  /** Credentials that the virtual authenticator keeps. */
  credentials(): Promise<number>;
  /** What the browser's console and network said that is an error. */
  readonly complaints: string[];
  close(): Promise<void>;
}

/** Opens a fresh browser with an authenticator that says yes to everything, as a person's finger would. */
export async function openBrowser(): Promise<Surfer> {
  const browser: Browser = await chromium.launch({
    executablePath: program("chromium")!,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  const session = await context.newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    page,
    complaints,
    credentials: async () =>
      (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length,
    close: () => browser.close(),
  };
}
