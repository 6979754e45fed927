/** What the page says, in each language. `{…}` is filled in. */

export interface Step {
  text: string;
  /** What the screen shows: rows from top to bottom; the one to touch begins with `>`, one to switch on with `+`. */
  screen: readonly string[];
}
export interface System {
  id: "android" | "ios" | "windows" | "macos" | "linux";
  name: string;
  steps: readonly Step[];
  /** Lines to type at a shell, with what they are for. */
  lines?: readonly { what: string; line: string }[];
}
export interface Words {
  title: string;
  why: string;
  scope: string;
  off: string;
  files: string;
  file: { android: string; ios: string; windows: string; macos: string; linux: string };
  fingerprint: string;
  compare: string;
  words: string;
  goOn: string;
  scan: string;
  others: string;
  checking: string;
  trusted: string;
  untrusted: string;
  how: string;
  systems: readonly System[];
  undo: string;
  other: string;
}

export const WORDS: Readonly<Record<"en" | "de", Words>> = {
  en: {
    title: "Trust this gateway",
    why:
      "Without a certificate that your device trusts, a browser keeps location, passkeys, working offline and messages from a page. This gateway makes its own certificate, since no public authority vouches for a host on a local network. Install it once on each device.",
    scope:
      "What you agree to: the certificate can speak only for names that end in .local, for this host's own name and for private, link-local and amateur radio addresses. It cannot stand for your bank or any other public site.",
    off:
      "This gateway makes no certificate of its own, so there is nothing to install here. Its operator can switch that on: TLS=own in the env file.",
    files:
      "This gateway is served with a certificate that its operator brought, so there is nothing to install here.",
    file: {
      android: "Get the certificate (Android)",
      ios: "Get the profile (iPhone, iPad)",
      windows: "Get the certificate (Windows)",
      macos: "Get the certificate (Mac)",
      linux: "Get the certificate (Linux)",
    },
    fingerprint: "Fingerprint (SHA-256)",
    compare:
      "Compare it with what the operator reads to you, in the room or on the air, before you install it.",
    words: "Its first eight bytes in words",
    goOn: "Then go on here",
    scan: "Scan to open {address}",
    others: "Other addresses",
    checking: "Looking whether this device trusts the gateway …",
    trusted: "This device trusts us now.",
    untrusted: "This device does not trust us yet. It is looked at again every few seconds.",
    how: "How to install it",
    systems: [
      {
        id: "android",
        name: "Android",
        steps: [
          { text: "Get the certificate with the button above.", screen: ["Download", ">gateway.crt"] },
          {
            text:
              "In Settings, search for “CA certificate” (Security, More security settings, Encryption and credentials, Install a certificate).",
            screen: ["Settings", "Encryption and credentials", "Install a certificate", ">CA certificate"],
          },
          {
            text: "Say “Install anyway” and choose gateway.crt under Downloads.",
            screen: ["Your data won't be private", ">Install anyway", "Downloads", "gateway.crt"],
          },
          {
            text:
              "Firefox has its own switch: Settings, About, touch the logo five times, then Secret settings, Use third party CA certificates.",
            screen: ["Secret settings", "+Use third party CA certificates"],
          },
        ],
      },
      {
        id: "ios",
        name: "iPhone, iPad",
        steps: [
          {
            text: "Open this page in Safari, get the profile and allow it.",
            screen: ["Download a profile?", ">Allow"],
          },
          {
            text: "In Settings, open “Profile Downloaded” and install it.",
            screen: ["Settings", ">Profile Downloaded", "Install"],
          },
          {
            text: "Then General, About, Certificate Trust Settings: switch this gateway on.",
            screen: ["General", "About", "Certificate Trust Settings", "+Service Gateway"],
          },
        ],
      },
      {
        id: "windows",
        name: "Windows",
        steps: [
          {
            text: "Open the file and choose “Install Certificate”, for the current user.",
            screen: ["gateway.crt", ">Install Certificate …"],
          },
          {
            text: "“Place all certificates in the following store”: Trusted Root Certification Authorities.",
            screen: ["Certificate store", ">Trusted Root Certification Authorities", "Finish"],
          },
        ],
      },
      {
        id: "macos",
        name: "Mac",
        steps: [
          {
            text: "Open the file: Keychain Access takes it into the login keychain.",
            screen: ["Keychain Access", ">gateway.crt"],
          },
          {
            text: "Open it there, and under Trust choose “Always Trust”.",
            screen: ["Trust", ">When using: Always Trust"],
          },
        ],
      },
      {
        id: "linux",
        name: "Linux",
        steps: [
          {
            text:
              "Firefox: Settings, Privacy and Security, Certificates, View, Authorities, Import; trust it for websites.",
            screen: ["Certificate Manager", "Authorities", ">Import …", "+Trust for websites"],
          },
        ],
        lines: [
          {
            what: "Chromium and Chrome:",
            line: "certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n service-gateway -i gateway.pem",
          },
          {
            what: "Everything else, on Debian:",
            line:
              "sudo cp gateway.pem /usr/local/share/ca-certificates/service-gateway.crt && sudo update-ca-certificates",
          },
        ],
      },
    ],
    undo: "To take it back, delete the certificate at the same place. It ends by itself on 1 January 2036.",
    other: "Deutsch",
  },
  de: {
    title: "Diesem Gateway vertrauen",
    why:
      "Ohne ein Zertifikat, dem dein Gerät vertraut, gibt der Browser einer Seite weder Standort noch Passkeys, weder Arbeiten ohne Verbindung noch Benachrichtigungen. Dieses Gateway macht sein eigenes, denn für einen Rechner im lokalen Netz bürgt keine öffentliche Stelle. Installiere es einmal auf jedem Gerät.",
    scope:
      "Worauf du dich einlässt: Das Zertifikat gilt nur für Namen, die auf .local enden, für den eigenen Namen dieses Rechners und für private, verbindungslokale und Amateurfunk-Adressen. Für deine Bank oder andere öffentliche Seiten kann es nicht stehen.",
    off:
      "Dieses Gateway macht kein eigenes Zertifikat, hier gibt es also nichts zu installieren. Wer es betreibt, kann das einschalten: TLS=own in der env-Datei.",
    files:
      "Dieses Gateway hat ein Zertifikat, das sein Betreiber mitgebracht hat; hier gibt es nichts zu installieren.",
    file: {
      android: "Zertifikat holen (Android)",
      ios: "Profil holen (iPhone, iPad)",
      windows: "Zertifikat holen (Windows)",
      macos: "Zertifikat holen (Mac)",
      linux: "Zertifikat holen (Linux)",
    },
    fingerprint: "Fingerabdruck (SHA-256)",
    compare:
      "Vergleiche ihn mit dem, was der Betreiber dir vorliest, im Raum oder über Funk, bevor du installierst.",
    words: "Seine ersten acht Bytes in Wörtern",
    goOn: "Dann geht es hier weiter",
    scan: "Scannen öffnet {address}",
    others: "Weitere Adressen",
    checking: "Es wird nachgesehen, ob dieses Gerät dem Gateway vertraut …",
    trusted: "Dieses Gerät vertraut uns jetzt.",
    untrusted: "Dieses Gerät vertraut uns noch nicht. Alle paar Sekunden wird wieder nachgesehen.",
    how: "So wird es installiert",
    systems: [
      {
        id: "android",
        name: "Android",
        steps: [
          { text: "Das Zertifikat mit dem Knopf oben holen.", screen: ["Download", ">gateway.crt"] },
          {
            text:
              "Suche in den Einstellungen nach „CA-Zertifikat“ (Sicherheit, Weitere Sicherheitseinstellungen, Verschlüsselung und Anmeldedaten, Zertifikat installieren).",
            screen: [
              "Einstellungen",
              "Verschlüsselung und Anmeldedaten",
              "Zertifikat installieren",
              ">CA-Zertifikat",
            ],
          },
          {
            text: "„Trotzdem installieren“ antippen und gateway.crt unter Downloads wählen.",
            screen: ["Deine Daten sind nicht privat", ">Trotzdem installieren", "Downloads", "gateway.crt"],
          },
          {
            text:
              "Firefox hat einen eigenen Schalter: Einstellungen, Über, fünfmal auf das Logo tippen, dann Geheime Einstellungen, CA-Zertifikate von Drittanbietern.",
            screen: ["Geheime Einstellungen", "+CA-Zertifikate von Dritten"],
          },
        ],
      },
      {
        id: "ios",
        name: "iPhone, iPad",
        steps: [
          {
            text: "Öffne diese Seite in Safari, hole das Profil und erlaube es.",
            screen: ["Profil laden?", ">Zulassen"],
          },
          {
            text: "Öffne in den Einstellungen „Profil geladen“ und installiere es.",
            screen: ["Einstellungen", ">Profil geladen", "Installieren"],
          },
          {
            text: "Dann Allgemein, Info, Zertifikatsvertrauenseinstellungen: dieses Gateway einschalten.",
            screen: ["Allgemein", "Info", "Zertifikatsvertrauen", "+Service Gateway"],
          },
        ],
      },
      {
        id: "windows",
        name: "Windows",
        steps: [
          {
            text: "Öffne die Datei und wähle „Zertifikat installieren“, für den aktuellen Benutzer.",
            screen: ["gateway.crt", ">Zertifikat installieren …"],
          },
          {
            text:
              "„Alle Zertifikate in folgendem Speicher speichern“: Vertrauenswürdige Stammzertifizierungsstellen.",
            screen: ["Zertifikatspeicher", ">Vertrauenswürdige Stammzert.", "Fertig stellen"],
          },
        ],
      },
      {
        id: "macos",
        name: "Mac",
        steps: [
          {
            text: "Öffne die Datei: Die Schlüsselbundverwaltung nimmt sie in „Anmeldung“ auf.",
            screen: ["Schlüsselbund", ">gateway.crt"],
          },
          {
            text: "Öffne sie dort und wähle unter Vertrauen „Immer vertrauen“.",
            screen: ["Vertrauen", ">Immer vertrauen"],
          },
        ],
      },
      {
        id: "linux",
        name: "Linux",
        steps: [
          {
            text:
              "Firefox: Einstellungen, Datenschutz und Sicherheit, Zertifikate anzeigen, Zertifizierungsstellen, Importieren; für Websites vertrauen.",
            screen: [
              "Zertifikatverwaltung",
              "Zertifizierungsstellen",
              ">Importieren …",
              "+Für Websites vertrauen",
            ],
          },
        ],
        lines: [
          {
            what: "Chromium und Chrome:",
            line: "certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n service-gateway -i gateway.pem",
          },
          {
            what: "Alles andere, auf Debian:",
            line:
              "sudo cp gateway.pem /usr/local/share/ca-certificates/service-gateway.crt && sudo update-ca-certificates",
          },
        ],
      },
    ],
    undo:
      "Zum Zurücknehmen das Zertifikat an derselben Stelle löschen. Es endet von selbst am 1. Januar 2036.",
    other: "English",
  },
};
