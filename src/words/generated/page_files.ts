// deno-fmt-ignore-file
// Made by `deno task app` from the files of words.
/** What pages say that the server draws, by language. */
export const PAGE_FILES = {
  "en": {
    "pages/about": {
      "title": "About this place",
      "what": "This is Service Gateway: a caching game for radio amateurs, a live map of stations, a mailbox system and a link to other clubs, in one program.",
      "how": "Members hide caches and find them. A find counts most when a receiving station that is trusted here heard the finder at the place. Each club runs its own gateway; there is no centre.",
      "running": "What runs here",
      "version": "Version",
      "commit": "Commit",
      "unknown": "unknown",
      "licence": "Free software under the MIT licence.",
      "source": "Read the source of this version",
      "noSource": "Free software under the MIT licence. The operator has not yet said where its source can be read.",
      "sourceTitle": "Source",
      "operator": "Operator",
      "noOperator": "The operator has not named themselves yet.",
      "imprint": "Imprint",
      "privacy": "Privacy",
      "support": "Support this place",
      "trust": "Trust this gateway's certificate",
      "security": "Report a weakness",
      "api": "Interface for programs",
      "map": "The map",
      "borders": "The built-in map shows borders as they are in fact today, not as somebody claims them. That is Natural Earth's choice, and no opinion of the operator.",
      "data": "Data from others",
      "dataHead": [
        "Source",
        "Licence",
        "What it is used for"
      ],
      "packages": "Software from others",
      "packagesWhat": "{n} packages are part of this program or of its pages.",
      "packagesHead": [
        "Package",
        "Version",
        "Licence"
      ],
      "runtime": "It runs on Deno {version} (MIT), with V8 (BSD-3-Clause) and SQLite (public domain) in it.",
      "texts": "The texts of these licences",
      "textsWhat": "Each text stands here once, with the packages that came with it.",
      "back": "Back to what this place is",
      "publicDomain": "Public domain",
      "uses": {
        "naturalEarth": "Coasts, borders, lakes and rivers of the map",
        "geoNames": "Towns of the map; a choice of them, with rounded places",
        "dxcc": "Which country a callsign belongs to; shortened",
        "ad1c": "Main prefix of each country",
        "devices": "Which device a station uses; shortened",
        "symbols": "What a station's symbol means; shortened"
      }
    },
    "pages/accounts": {
      "signIn": "Sign in",
      "signInAt": "Continue to sign in at {instance}.",
      "linkOnce": "The link works once. If you did not ask for it, close this page: nothing has happened.",
      "mailSent": "Check your mail",
      "mailSentWhat": "If we know this address, a link is on its way to {mail}.",
      "yourData": "Your data",
      "kept": "Everything that {instance} keeps of {who}.",
      "yourAccount": "your account",
      "download": "Download as JSON",
      "erase": "Erase",
      "eraseMeans": "This cannot be undone: your calls become free, your finds and caches lose your name.",
      "eraseAll": "Erase everything",
      "signInAgain": "To erase, sign in again: your sign-in is older than 15 minutes.",
      "signInFirst": "Sign in first.",
      "eraseAsk": "Erase everything?",
      "eraseAskWhat": "This cannot be undone. Your calls become free, your finds and caches lose your name, and all your sessions end.",
      "eraseType": "Type {word} to erase everything",
      "keep": "Keep it",
      "erased": "Erased",
      "erasedWhat": "Nothing of you is left here. Good-bye, and 73.",
      "unsubscribe": "Unsubscribe",
      "unsubscribeAsk": "Stop the mails from {instance} about what you watch?",
      "unsubscribed": "Unsubscribed",
      "unsubscribedWhat": "You get no more of these mails. You can turn them on again when you are signed in."
    },
    "pages/awards": {
      "title": "Certificate",
      "award": "Award",
      "builtin": {
        "radio-ten": {
          "name": "Ten by radio",
          "about": "Ten finds that a trusted receiver proved."
        },
        "all-kinds": {
          "name": "All kinds",
          "about": "One find of each of the eight kinds of cache."
        },
        "ten-squares": {
          "name": "Ten squares",
          "about": "Finds in ten locator squares."
        },
        "year-round": {
          "name": "All the year round",
          "about": "At least one find a month, twelve months in a row."
        }
      },
      "to": "This certifies that",
      "has": "has reached the award",
      "earned": "Reached on {date}",
      "signed": "Signed by {instance} on {date}",
      "stands": "This certificate is genuine, and the finds that it rests on stand.",
      "fallen": "This certificate was signed here, but finds that it rests on were removed since: it does not stand any more.",
      "check": "Check it yourself",
      "how": "The file of this certificate is signed with the key of {instance}. Whoever has the file and knows that key can check it without any network.",
      "chapter": "How to check it: the handbook",
      "key": "Fingerprint of the key",
      "file": "File of the certificate",
      "picture": "As a picture",
      "code": "Code",
      "print": "It fits on one sheet of paper."
    },
    "pages/embed": {
      "title": "Caches",
      "map": "Map of caches",
      "zoomIn": "Zoom in",
      "zoomOut": "Zoom out",
      "nothing": "Nothing to show",
      "how": "Add one of these to the address; a box has at most {degrees} degrees a side:",
      "one": "1 cache",
      "many": "{n} caches",
      "more": "{n} caches, and there are more"
    },
    "pages/home_screen": {
      "map": "Map",
      "messages": "Talk",
      "nearby": "Nearby"
    },
    "pages/http": {
      "imprint": "Imprint",
      "privacy": "Privacy",
      "source": "Source",
      "refused": {
        "403": "Not for you",
        "404": "Not here",
        "410": "Gone",
        "429": "Too many requests",
        "500": "Something broke"
      },
      "formRefused": "That did not work",
      "broken": "This page broke. The operator can see why in the log.",
      "front": "To the front page",
      "scripts": "Without scripts, this page has no more to show."
    },
    "pages/legal": {
      "imprint": "Imprint",
      "operator": "Operator",
      "address": "Address",
      "mail": "Mail",
      "unnamed": "The operator of this instance has not named themselves yet.",
      "privacy": "Privacy",
      "responsible": "Responsible:",
      "theOperator": "the operator",
      "kept": "What is kept, and for how long",
      "keptHead": [
        "What",
        "How long"
      ],
      "positions": "Positions heard on the air",
      "packets": "Raw packets",
      "messages": "Messages heard on the air",
      "sensors": "Sensor values",
      "alerts": "Alerts for members",
      "reports": "Reports and what operators decided",
      "cookie": "Sign-in cookie",
      "accounts": "Accounts, caches and finds",
      "days": "{n} days",
      "hours": "{n} hours",
      "untilErased": "until you erase them",
      "seen": "What others see",
      "seenWhat": "What is sent over amateur radio is open to everybody who listens. Caches and finds that their owners share are mirrored by other instances. Your mail address and passkeys stay here.",
      "rights": "Your rights",
      "rightsWhat": "You can export and erase your data at any time; the operator helps where you cannot sign in. No page here sets a cookie but the one that keeps you signed in, and none loads anything from elsewhere."
    },
    "pages/notice": {
      "plain": "Over plain http a browser has no location, no passkeys and nothing offline.",
      "trust": "Trust this gateway once.",
      "number": "Passkeys need an address with a name, and this one is all numbers.",
      "goOn": "Continue at"
    },
    "pages/reset": {
      "title": "Load the app again",
      "what": "This takes the app's files off this device and loads them again. Drafts, offline packs and what waits to be sent stay.",
      "done": "Done.",
      "open": "Open the app"
    },
    "pages/support": {
      "title": "Support",
      "model": "This instance is run by amateurs for amateurs. Gifts help to pay for it; they buy nothing, and nothing is closed to whoever gives none.",
      "noDonations": "The operator takes no donations here.",
      "ways": "Ways to give",
      "stands": "Where it stands",
      "cameIn": "Came in",
      "spent": "Spent",
      "left": "Left",
      "byPurpose": "By purpose",
      "byMonth": "By month",
      "purposeHead": [
        "Purpose",
        "In",
        "Out"
      ],
      "monthHead": [
        "Month",
        "In",
        "Out"
      ],
      "purposes": {
        "development": "Development",
        "hosting": "Hosting",
        "operation": "Operation",
        "peer_reimbursement": "Shared with other instances"
      },
      "supporters": "Supporters",
      "nobody": "Nobody yet.",
      "count": "{n} so far.",
      "named": "Those who may be named:"
    },
    "pages/trust": {
      "title": "Trust this gateway",
      "why": "Without a certificate that your device trusts, a browser keeps location, passkeys, working offline and messages from a page. This gateway makes its own certificate, since no public authority vouches for a host on a local network. Install it once on each device.",
      "scope": "What you agree to: the certificate can speak only for names that end in .local, for this host's own name and for private, link-local and amateur radio addresses. It cannot stand for your bank or any other public site.",
      "off": "This gateway makes no certificate of its own, so there is nothing to install here.",
      "files": "This gateway is served with a certificate that its operator brought, so there is nothing to install here.",
      "file": {
        "android": "Get the certificate (Android)",
        "ios": "Get the profile (iPhone, iPad)",
        "windows": "Get the certificate (Windows)",
        "macos": "Get the certificate (Mac)",
        "linux": "Get the certificate (Linux)"
      },
      "fingerprint": "Fingerprint (SHA-256)",
      "compare": "Compare it with what the operator reads to you, in the room or on the air, before you install it.",
      "words": "Its first eight bytes in words",
      "goOn": "Then continue here",
      "scan": "Scan to open {address}",
      "others": "Other addresses",
      "checking": "Checking whether this device trusts the gateway …",
      "trusted": "This device trusts us now.",
      "untrusted": "This device does not trust us yet. We look again every few seconds.",
      "how": "How to install it",
      "systems": {
        "android": {
          "name": "Android",
          "steps": [
            {
              "text": "Get the certificate with the button above.",
              "screen": [
                "Download",
                ">gateway.crt"
              ]
            },
            {
              "text": "In Settings, search for “CA certificate” (Security, More security settings, Encryption and credentials, Install a certificate).",
              "screen": [
                "Settings",
                "Encryption and credentials",
                "Install a certificate",
                ">CA certificate"
              ]
            },
            {
              "text": "Tap “Install anyway” and choose gateway.crt under Downloads.",
              "screen": [
                "Your data won't be private",
                ">Install anyway",
                "Downloads",
                "gateway.crt"
              ]
            },
            {
              "text": "Firefox has its own switch: Settings, About, touch the logo five times, then Secret settings, Use third party CA certificates.",
              "screen": [
                "Secret settings",
                "+Use third party CA certificates"
              ]
            }
          ]
        },
        "ios": {
          "name": "iPhone, iPad",
          "steps": [
            {
              "text": "Open this page in Safari, get the profile and allow it.",
              "screen": [
                "Download a profile?",
                ">Allow"
              ]
            },
            {
              "text": "In Settings, open “Profile Downloaded” and install it.",
              "screen": [
                "Settings",
                ">Profile Downloaded",
                "Install"
              ]
            },
            {
              "text": "Then General, About, Certificate Trust Settings: switch this gateway on.",
              "screen": [
                "General",
                "About",
                "Certificate Trust Settings",
                "+Service Gateway"
              ]
            }
          ]
        },
        "windows": {
          "name": "Windows",
          "steps": [
            {
              "text": "Open the file and choose “Install Certificate”, for the current user.",
              "screen": [
                "gateway.crt",
                ">Install Certificate …"
              ]
            },
            {
              "text": "“Place all certificates in the following store”: Trusted Root Certification Authorities.",
              "screen": [
                "Certificate store",
                ">Trusted Root Certification Authorities",
                "Finish"
              ]
            }
          ]
        },
        "macos": {
          "name": "Mac",
          "steps": [
            {
              "text": "Open the file: Keychain Access takes it into the login keychain.",
              "screen": [
                "Keychain Access",
                ">gateway.crt"
              ]
            },
            {
              "text": "Open it there, and under Trust choose “Always Trust”.",
              "screen": [
                "Trust",
                ">When using: Always Trust"
              ]
            }
          ]
        },
        "linux": {
          "name": "Linux",
          "steps": [
            {
              "text": "Firefox: Settings, Privacy and Security, Certificates, View, Authorities, Import; trust it for websites.",
              "screen": [
                "Certificate Manager",
                "Authorities",
                ">Import …",
                "+Trust for websites"
              ]
            }
          ],
          "lines": [
            {
              "what": "Chromium and Chrome:",
              "line": "certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n service-gateway -i gateway.pem"
            },
            {
              "what": "Everything else, on Debian:",
              "line": "sudo cp gateway.pem /usr/local/share/ca-certificates/service-gateway.crt && sudo update-ca-certificates"
            }
          ]
        }
      },
      "undo": "To undo it, delete the certificate at the same place. It ends by itself on 1 January 2036."
    },
    "pages/year": {
      "title": "The year {year}",
      "months": [
        "Jan",
        "Feb",
        "Mar",
        "Apr",
        "May",
        "Jun",
        "Jul",
        "Aug",
        "Sep",
        "Oct",
        "Nov",
        "Dec"
      ],
      "finds": "finds",
      "byRadio": "by radio",
      "squares": "squares",
      "people": "People who found something: {n}",
      "first": "First: {title}, {date}",
      "last": "Last: {title}, {date}",
      "farthest": "Heard from {far} km: {title}, by {site}",
      "streak": "{n} days in a row",
      "countries": "{n} countries",
      "none": "No find of this year counts.",
      "picture": "As a picture",
      "before": "The year before",
      "after": "The year after"
    },
    "pages/kinds": {
      "facts": "Difficulty {difficulty} of 5, terrain {terrain} of 5, {size}",
      "notActive": "temporarily unavailable",
      "types": {
        "audio": "Audio",
        "bunker": "Bunker",
        "castle": "Castle",
        "earth": "Earth",
        "iota": "IOTA island",
        "letterbox": "Letterbox",
        "living": "Living",
        "multi": "Multi-stage",
        "mystery": "Puzzle",
        "other": "Cache",
        "pota": "POTA park",
        "sota": "SOTA summit",
        "traditional": "Traditional",
        "virtual": "Virtual",
        "wwff": "WWFF area"
      },
      "sizes": {
        "large": "large",
        "micro": "micro",
        "none": "no container",
        "other": "other size",
        "regular": "regular",
        "small": "small"
      }
    }
  },
  "de": {
    "pages/about": {
      "title": "Über diese Instanz",
      "what": "Das ist Service Gateway: ein Cache-Spiel für Funkamateure, eine Live-Karte der Stationen, ein Mailbox-System und eine Verbindung zu anderen Clubs, in einem Programm.",
      "how": "Mitglieder verstecken Caches und suchen sie. Ein Fund zählt am meisten, wenn eine vertrauenswürdige Empfangsstation den Finder am Ort gehört hat. Jeder Club betreibt sein eigenes Gateway; eine Zentrale gibt es nicht.",
      "running": "Was hier läuft",
      "version": "Version",
      "commit": "Commit",
      "unknown": "unbekannt",
      "licence": "Freie Software unter der MIT-Lizenz.",
      "source": "Den Quelltext dieser Version lesen",
      "noSource": "Freie Software unter der MIT-Lizenz. Wo ihr Quelltext zu lesen ist, hat der Betreiber noch nicht angegeben.",
      "sourceTitle": "Quelltext",
      "operator": "Betreiber",
      "noOperator": "Der Betreiber hat sich noch nicht genannt.",
      "imprint": "Impressum",
      "privacy": "Datenschutz",
      "support": "Diese Instanz unterstützen",
      "trust": "Dem Zertifikat dieses Gateways vertrauen",
      "security": "Eine Schwachstelle melden",
      "api": "Schnittstelle für Programme",
      "map": "Die Karte",
      "borders": "Die eingebaute Karte zeigt Grenzen so, wie sie heute tatsächlich verlaufen, nicht so, wie jemand sie beansprucht. So hat es Natural Earth entschieden; der Betreiber drückt damit keine Meinung aus.",
      "data": "Daten von anderen",
      "dataHead": [
        "Quelle",
        "Lizenz",
        "Wofür sie dienen"
      ],
      "packages": "Software von anderen",
      "packagesWhat": "{n} Pakete sind Teil dieses Programms oder seiner Seiten.",
      "packagesHead": [
        "Paket",
        "Version",
        "Lizenz"
      ],
      "runtime": "Es läuft auf Deno {version} (MIT); darin sind V8 (BSD-3-Clause) und SQLite (gemeinfrei).",
      "texts": "Die Texte dieser Lizenzen",
      "textsWhat": "Jeder Text steht hier einmal, mit den Paketen, denen er beiliegt.",
      "back": "Zurück zu: Über diese Instanz",
      "publicDomain": "Gemeinfrei",
      "uses": {
        "naturalEarth": "Küsten, Grenzen, Seen und Flüsse der Karte",
        "geoNames": "Orte der Karte; eine Auswahl, die Lage ist gerundet",
        "dxcc": "Zu welchem Land ein Rufzeichen gehört; gekürzt",
        "ad1c": "Hauptpräfix jedes Landes",
        "devices": "Welches Gerät eine Station benutzt; gekürzt",
        "symbols": "Was das Symbol einer Station bedeutet; gekürzt"
      }
    },
    "pages/accounts": {
      "signIn": "Anmelden",
      "signInAt": "Weiter zur Anmeldung bei {instance}.",
      "linkOnce": "Der Link gilt einmal. Wenn du ihn nicht angefordert hast, schließ diese Seite: Es ist nichts geschehen.",
      "mailSent": "Sieh in deine Mail",
      "mailSentWhat": "Wenn wir diese Adresse kennen, ist ein Link an {mail} unterwegs.",
      "yourData": "Deine Daten",
      "kept": "Alles, was {instance} über {who} gespeichert hat.",
      "yourAccount": "dein Konto",
      "download": "Als JSON herunterladen",
      "erase": "Löschen",
      "eraseMeans": "Das lässt sich nicht zurücknehmen: Deine Rufzeichen werden frei, deine Funde und Caches verlieren deinen Namen.",
      "eraseAll": "Alles löschen",
      "signInAgain": "Melde dich zum Löschen neu an: Deine Anmeldung ist älter als 15 Minuten.",
      "signInFirst": "Melde dich zuerst an.",
      "eraseAsk": "Alles löschen?",
      "eraseAskWhat": "Das lässt sich nicht zurücknehmen. Deine Rufzeichen werden frei, deine Funde und Caches verlieren deinen Namen, und alle deine Sitzungen enden.",
      "eraseType": "Gib {word} ein, um alles zu löschen",
      "keep": "Behalten",
      "erased": "Gelöscht",
      "erasedWhat": "Von dir ist hier nichts mehr gespeichert. Auf Wiedersehen und 73.",
      "unsubscribe": "Abbestellen",
      "unsubscribeAsk": "Keine Mails mehr von {instance} über das, was du beobachtest?",
      "unsubscribed": "Abbestellt",
      "unsubscribedWhat": "Du bekommst diese Mails nicht mehr. Nach dem Anmelden kannst du sie wieder einschalten."
    },
    "pages/awards": {
      "title": "Urkunde",
      "award": "Diplom",
      "builtin": {
        "radio-ten": {
          "name": "Zehn über Funk",
          "about": "Zehn Funde, die ein vertrauter Empfänger bewiesen hat."
        },
        "all-kinds": {
          "name": "Alle Arten",
          "about": "Je ein Fund von jeder der acht Arten von Caches."
        },
        "ten-squares": {
          "name": "Zehn Felder",
          "about": "Funde in zehn Locator-Feldern."
        },
        "year-round": {
          "name": "Rund ums Jahr",
          "about": "Mindestens ein Fund im Monat, zwölf Monate hintereinander."
        }
      },
      "to": "Hiermit wird bestätigt:",
      "has": "hat das Diplom erreicht",
      "earned": "Erreicht am {date}",
      "signed": "Signiert von {instance} am {date}",
      "stands": "Diese Urkunde ist echt, und die Funde, auf denen sie beruht, gelten.",
      "fallen": "Diese Urkunde wurde hier signiert, aber Funde, auf denen sie beruht, wurden seither entfernt: Sie gilt nicht mehr.",
      "check": "Selbst prüfen",
      "how": "Die Datei dieser Urkunde ist mit dem Schlüssel von {instance} signiert. Wer die Datei hat und diesen Schlüssel kennt, prüft sie ohne Netz.",
      "chapter": "Wie man sie prüft: das Handbuch",
      "key": "Fingerabdruck des Schlüssels",
      "file": "Datei der Urkunde",
      "picture": "Als Bild",
      "code": "Code",
      "print": "Sie passt auf ein Blatt Papier."
    },
    "pages/embed": {
      "title": "Caches",
      "map": "Karte der Caches",
      "zoomIn": "Näher heran",
      "zoomOut": "Weiter weg",
      "nothing": "Hier ist nichts zu zeigen",
      "how": "Eines davon gehört an die Adresse; ein Ausschnitt hat höchstens {degrees} Grad je Seite:",
      "one": "Ein Cache",
      "many": "{n} Caches",
      "more": "{n} Caches, und es gibt noch mehr"
    },
    "pages/home_screen": {
      "map": "Karte",
      "messages": "Nachrichten",
      "nearby": "In der Nähe"
    },
    "pages/http": {
      "imprint": "Impressum",
      "privacy": "Datenschutz",
      "source": "Quelltext",
      "refused": {
        "403": "Nicht für dich",
        "404": "Nicht gefunden",
        "410": "Nicht mehr da",
        "429": "Zu viele Anfragen",
        "500": "Hier ist etwas kaputtgegangen"
      },
      "formRefused": "Das hat nicht geklappt",
      "broken": "Diese Seite ist kaputtgegangen. Der Betreiber sieht im Protokoll, warum.",
      "front": "Zur Startseite",
      "scripts": "Ohne Skripte hat diese Seite nicht mehr zu zeigen."
    },
    "pages/legal": {
      "imprint": "Impressum",
      "operator": "Betreiber",
      "address": "Anschrift",
      "mail": "Mail",
      "unnamed": "Der Betreiber dieser Instanz hat sich noch nicht genannt.",
      "privacy": "Datenschutz",
      "responsible": "Verantwortlich:",
      "theOperator": "der Betreiber",
      "kept": "Was gespeichert wird, und wie lange",
      "keptHead": [
        "Was",
        "Wie lange"
      ],
      "positions": "Über Funk gehörte Positionen",
      "packets": "Pakete, wie sie gehört wurden",
      "messages": "Über Funk gehörte Nachrichten",
      "sensors": "Messwerte",
      "alerts": "Benachrichtigungen für Mitglieder",
      "reports": "Meldungen und was die Betreiber dazu entschieden haben",
      "cookie": "Cookie der Anmeldung",
      "accounts": "Konten, Caches und Funde",
      "days": "{n} Tage",
      "hours": "{n} Stunden",
      "untilErased": "bis du sie löschst",
      "seen": "Was andere sehen",
      "seenWhat": "Was über Amateurfunk gesendet wird, können alle hören. Caches und Funde, deren Besitzer sie teilen, werden von anderen Instanzen gespiegelt. Deine Mailadresse und deine Passkeys bleiben hier.",
      "rights": "Deine Rechte",
      "rightsWhat": "Du kannst deine Daten jederzeit herunterladen und löschen; der Betreiber hilft, wenn du dich nicht anmelden kannst. Keine Seite hier setzt ein Cookie außer dem, das dich angemeldet hält, und keine lädt etwas von anderswo."
    },
    "pages/notice": {
      "plain": "Über http ohne s hat ein Browser keinen Standort, keine Passkeys und nichts offline.",
      "trust": "Diesem Gateway einmal vertrauen.",
      "number": "Passkeys brauchen eine Adresse mit einem Namen, und diese besteht nur aus Zahlen.",
      "goOn": "Weiter bei"
    },
    "pages/reset": {
      "title": "Die App neu laden",
      "what": "Damit werden die Dateien der App von diesem Gerät genommen und neu geladen. Entwürfe, Offline-Pakete und was auf das Senden wartet, bleiben.",
      "done": "Fertig.",
      "open": "App öffnen"
    },
    "pages/support": {
      "title": "Unterstützen",
      "model": "Diese Instanz betreiben Funkamateure für Funkamateure. Spenden helfen, sie zu bezahlen; sie kaufen nichts, und wer nichts gibt, dem ist nichts verschlossen.",
      "noDonations": "Der Betreiber nimmt hier keine Spenden an.",
      "ways": "Wege zu geben",
      "stands": "Wie es steht",
      "cameIn": "Eingegangen",
      "spent": "Ausgegeben",
      "left": "Übrig",
      "byPurpose": "Nach Zweck",
      "byMonth": "Nach Monat",
      "purposeHead": [
        "Zweck",
        "Eingang",
        "Ausgang"
      ],
      "monthHead": [
        "Monat",
        "Eingang",
        "Ausgang"
      ],
      "purposes": {
        "development": "Entwicklung",
        "hosting": "Hosting",
        "operation": "Betrieb",
        "peer_reimbursement": "Mit anderen Instanzen geteilt"
      },
      "supporters": "Unterstützer",
      "nobody": "Noch niemand.",
      "count": "Bisher {n}.",
      "named": "Wer genannt werden darf:"
    },
    "pages/trust": {
      "title": "Diesem Gateway vertrauen",
      "why": "Ohne ein Zertifikat, dem dein Gerät vertraut, gibt der Browser einer Seite weder Standort noch Passkeys, weder Arbeiten ohne Verbindung noch Benachrichtigungen. Dieses Gateway macht sein eigenes, denn für einen Rechner im lokalen Netz bürgt keine öffentliche Stelle. Installiere es einmal auf jedem Gerät.",
      "scope": "Worauf du dich einlässt: Das Zertifikat gilt nur für Namen, die auf .local enden, für den eigenen Namen dieses Rechners und für private, verbindungslokale und Amateurfunk-Adressen. Für deine Bank oder andere öffentliche Seiten kann es nicht stehen.",
      "off": "Dieses Gateway macht kein eigenes Zertifikat, hier gibt es also nichts zu installieren.",
      "files": "Dieses Gateway hat ein Zertifikat, das sein Betreiber mitgebracht hat; hier gibt es nichts zu installieren.",
      "file": {
        "android": "Zertifikat holen (Android)",
        "ios": "Profil holen (iPhone, iPad)",
        "windows": "Zertifikat holen (Windows)",
        "macos": "Zertifikat holen (Mac)",
        "linux": "Zertifikat holen (Linux)"
      },
      "fingerprint": "Fingerabdruck (SHA-256)",
      "compare": "Vergleiche ihn mit dem, was der Betreiber dir vorliest, im Raum oder über Funk, bevor du installierst.",
      "words": "Seine ersten acht Bytes in Wörtern",
      "goOn": "Dann geht es hier weiter",
      "scan": "Scannen öffnet {address}",
      "others": "Weitere Adressen",
      "checking": "Prüft, ob dieses Gerät dem Gateway vertraut …",
      "trusted": "Dieses Gerät vertraut uns jetzt.",
      "untrusted": "Dieses Gerät vertraut uns noch nicht. Alle paar Sekunden sehen wir wieder nach.",
      "how": "So wird es installiert",
      "systems": {
        "android": {
          "name": "Android",
          "steps": [
            {
              "text": "Hole das Zertifikat mit dem Knopf oben.",
              "screen": [
                "Download",
                ">gateway.crt"
              ]
            },
            {
              "text": "Suche in den Einstellungen nach „CA-Zertifikat“ (Sicherheit, Weitere Sicherheitseinstellungen, Verschlüsselung und Anmeldedaten, Zertifikat installieren).",
              "screen": [
                "Einstellungen",
                "Verschlüsselung und Anmeldedaten",
                "Zertifikat installieren",
                ">CA-Zertifikat"
              ]
            },
            {
              "text": "Tippe auf „Trotzdem installieren“ und wähle gateway.crt unter Downloads.",
              "screen": [
                "Deine Daten sind nicht privat",
                ">Trotzdem installieren",
                "Downloads",
                "gateway.crt"
              ]
            },
            {
              "text": "Firefox hat einen eigenen Schalter: Einstellungen, Über, fünfmal auf das Logo tippen, dann Geheime Einstellungen, CA-Zertifikate von Drittanbietern.",
              "screen": [
                "Geheime Einstellungen",
                "+CA-Zertifikate von Dritten"
              ]
            }
          ]
        },
        "ios": {
          "name": "iPhone, iPad",
          "steps": [
            {
              "text": "Öffne diese Seite in Safari, hole das Profil und erlaube es.",
              "screen": [
                "Profil laden?",
                ">Zulassen"
              ]
            },
            {
              "text": "Öffne in den Einstellungen „Profil geladen“ und installiere es.",
              "screen": [
                "Einstellungen",
                ">Profil geladen",
                "Installieren"
              ]
            },
            {
              "text": "Dann Allgemein, Info, Zertifikatsvertrauenseinstellungen: dieses Gateway einschalten.",
              "screen": [
                "Allgemein",
                "Info",
                "Zertifikatsvertrauen",
                "+Service Gateway"
              ]
            }
          ]
        },
        "windows": {
          "name": "Windows",
          "steps": [
            {
              "text": "Öffne die Datei und wähle „Zertifikat installieren“, für den aktuellen Benutzer.",
              "screen": [
                "gateway.crt",
                ">Zertifikat installieren …"
              ]
            },
            {
              "text": "„Alle Zertifikate in folgendem Speicher speichern“: Vertrauenswürdige Stammzertifizierungsstellen.",
              "screen": [
                "Zertifikatspeicher",
                ">Vertrauenswürdige Stammzert.",
                "Fertig stellen"
              ]
            }
          ]
        },
        "macos": {
          "name": "Mac",
          "steps": [
            {
              "text": "Öffne die Datei: Die Schlüsselbundverwaltung nimmt sie in „Anmeldung“ auf.",
              "screen": [
                "Schlüsselbund",
                ">gateway.crt"
              ]
            },
            {
              "text": "Öffne sie dort und wähle unter Vertrauen „Immer vertrauen“.",
              "screen": [
                "Vertrauen",
                ">Immer vertrauen"
              ]
            }
          ]
        },
        "linux": {
          "name": "Linux",
          "steps": [
            {
              "text": "Firefox: Einstellungen, Datenschutz und Sicherheit, Zertifikate anzeigen, Zertifizierungsstellen, Importieren; für Websites vertrauen.",
              "screen": [
                "Zertifikatverwaltung",
                "Zertifizierungsstellen",
                ">Importieren …",
                "+Für Websites vertrauen"
              ]
            }
          ],
          "lines": [
            {
              "what": "Chromium und Chrome:",
              "line": "certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n service-gateway -i gateway.pem"
            },
            {
              "what": "Alles andere, auf Debian:",
              "line": "sudo cp gateway.pem /usr/local/share/ca-certificates/service-gateway.crt && sudo update-ca-certificates"
            }
          ]
        }
      },
      "undo": "Wenn du es nicht mehr willst, lösche das Zertifikat an derselben Stelle. Es endet von selbst am 1. Januar 2036."
    },
    "pages/year": {
      "title": "Das Jahr {year}",
      "months": [
        "Jän",
        "Feb",
        "Mär",
        "Apr",
        "Mai",
        "Jun",
        "Jul",
        "Aug",
        "Sep",
        "Okt",
        "Nov",
        "Dez"
      ],
      "finds": "Funde",
      "byRadio": "über Funk",
      "squares": "Felder",
      "people": "Leute, die etwas gefunden haben: {n}",
      "first": "Erster: {title}, {date}",
      "last": "Letzter: {title}, {date}",
      "farthest": "Aus {far} km gehört: {title}, von {site}",
      "streak": "{n} Tage hintereinander",
      "countries": "{n} Länder",
      "none": "Kein Fund dieses Jahres zählt.",
      "picture": "Als Bild",
      "before": "Das Jahr davor",
      "after": "Das Jahr danach"
    },
    "pages/kinds": {
      "facts": "Schwierigkeit {difficulty} von 5, Gelände {terrain} von 5, {size}",
      "notActive": "vorübergehend nicht verfügbar",
      "types": {
        "audio": "Audio",
        "bunker": "Bunker",
        "castle": "Burg",
        "earth": "Erdcache",
        "iota": "IOTA-Insel",
        "letterbox": "Letterbox",
        "living": "Lebend",
        "multi": "Mehrere Etappen",
        "mystery": "Rätsel",
        "other": "Cache",
        "pota": "POTA-Park",
        "sota": "SOTA-Gipfel",
        "traditional": "Traditionell",
        "virtual": "Virtuell",
        "wwff": "WWFF-Gebiet"
      },
      "sizes": {
        "large": "groß",
        "micro": "winzig",
        "none": "keine Dose",
        "other": "andere Größe",
        "regular": "normal",
        "small": "klein"
      }
    }
  },
  "es": {
    "pages/about": {
      "title": "Sobre este lugar",
      "what": "Esto es Service Gateway: un juego de cachés para radioaficionados, un mapa vivo de estaciones, un sistema de buzones y un enlace con otros clubes, todo en un programa.",
      "how": "Los miembros esconden cachés y los encuentran. Un hallazgo cuenta más cuando una estación receptora de confianza oyó en el lugar a quien lo encontró. Cada club lleva su propia pasarela; no hay un centro.",
      "running": "Qué funciona aquí",
      "version": "Versión",
      "commit": "Revisión",
      "unknown": "desconocida",
      "licence": "Software libre bajo la licencia MIT.",
      "source": "Leer el código fuente de esta versión",
      "noSource": "Software libre bajo la licencia MIT. El operador todavía no ha dicho dónde se puede leer su código fuente.",
      "sourceTitle": "Código fuente",
      "operator": "Operador",
      "noOperator": "El operador todavía no ha dado su nombre.",
      "imprint": "Aviso legal",
      "privacy": "Privacidad",
      "support": "Apoyar este lugar",
      "trust": "Confiar en el certificado de esta pasarela",
      "security": "Avisar de una debilidad",
      "api": "Interfaz para programas",
      "map": "El mapa",
      "borders": "El mapa incorporado muestra las fronteras como son hoy de hecho, no como alguien las reclama. Así lo decide Natural Earth; no es una opinión del operador.",
      "data": "Datos de otros",
      "dataHead": [
        "Fuente",
        "Licencia",
        "Para qué se usan"
      ],
      "packages": "Software de otros",
      "packagesWhat": "{n} paquetes forman parte de este programa o de sus páginas.",
      "packagesHead": [
        "Paquete",
        "Versión",
        "Licencia"
      ],
      "runtime": "Funciona sobre Deno {version} (MIT), que contiene V8 (BSD-3-Clause) y SQLite (dominio público).",
      "texts": "Los textos de estas licencias",
      "textsWhat": "Cada texto aparece una vez, con los paquetes que vinieron con él.",
      "back": "Volver a qué es este lugar",
      "publicDomain": "Dominio público",
      "uses": {
        "naturalEarth": "Costas, fronteras, lagos y ríos del mapa",
        "geoNames": "Ciudades del mapa; una selección, con lugares redondeados",
        "dxcc": "A qué país pertenece un indicativo; abreviado",
        "ad1c": "Prefijo principal de cada país",
        "devices": "Qué aparato usa una estación; abreviado",
        "symbols": "Qué significa el símbolo de una estación; abreviado"
      }
    },
    "pages/accounts": {
      "signIn": "Iniciar sesión",
      "signInAt": "Continúa para iniciar sesión en {instance}.",
      "linkOnce": "El enlace funciona una vez. Si no lo pediste, cierra esta página: no ha pasado nada.",
      "mailSent": "Mira tu correo",
      "mailSentWhat": "Si conocemos esta dirección, un enlace va camino de {mail}.",
      "yourData": "Tus datos",
      "kept": "Todo lo que {instance} guarda de {who}.",
      "yourAccount": "tu cuenta",
      "download": "Descargar como JSON",
      "erase": "Borrar",
      "eraseMeans": "No se puede deshacer: tus indicativos quedan libres, tus hallazgos y cachés pierden tu nombre.",
      "eraseAll": "Borrarlo todo",
      "signInAgain": "Para borrar, inicia sesión de nuevo: la tuya tiene más de 15 minutos.",
      "signInFirst": "Inicia sesión primero.",
      "eraseAsk": "¿Borrarlo todo?",
      "eraseAskWhat": "No se puede deshacer. Tus indicativos quedan libres, tus hallazgos y cachés pierden tu nombre y todas tus sesiones terminan.",
      "eraseType": "Escribe {word} para borrarlo todo",
      "keep": "Conservarlo",
      "erased": "Borrado",
      "erasedWhat": "Aquí no queda nada de ti. Adiós, y 73.",
      "unsubscribe": "Darse de baja",
      "unsubscribeAsk": "¿No recibir más correos de {instance} sobre lo que vigilas?",
      "unsubscribed": "Dado de baja",
      "unsubscribedWhat": "Ya no recibirás estos correos. Puedes activarlos otra vez cuando inicies sesión."
    },
    "pages/awards": {
      "title": "Certificado",
      "award": "Diploma",
      "builtin": {
        "radio-ten": {
          "name": "Diez por radio",
          "about": "Diez hallazgos que probó un receptor de confianza."
        },
        "all-kinds": {
          "name": "Todas las clases",
          "about": "Un hallazgo de cada una de las ocho clases de caché."
        },
        "ten-squares": {
          "name": "Diez cuadrículas",
          "about": "Hallazgos en diez cuadrículas de locator."
        },
        "year-round": {
          "name": "Todo el año",
          "about": "Al menos un hallazgo al mes, doce meses seguidos."
        }
      },
      "to": "Se certifica que",
      "has": "ha alcanzado el diploma",
      "earned": "Alcanzado el {date}",
      "signed": "Firmado por {instance} el {date}",
      "stands": "Este certificado es auténtico, y los hallazgos en que se basa siguen en pie.",
      "fallen": "Este certificado se firmó aquí, pero desde entonces se retiraron hallazgos en que se basa: ya no es válido.",
      "check": "Compruébalo tú",
      "how": "El archivo de este certificado está firmado con la clave de {instance}. Quien tiene el archivo y conoce esa clave lo comprueba sin red.",
      "chapter": "Cómo se comprueba: el manual",
      "key": "Huella de la clave",
      "file": "Archivo del certificado",
      "picture": "Como imagen",
      "code": "Código",
      "print": "Cabe en una hoja de papel."
    },
    "pages/embed": {
      "title": "Cachés",
      "map": "Mapa de cachés",
      "zoomIn": "Acercar",
      "zoomOut": "Alejar",
      "nothing": "No hay nada que mostrar",
      "how": "Añade una de estas a la dirección; un recuadro tiene como máximo {degrees} grados por lado:",
      "one": "Un caché",
      "many": "{n} cachés",
      "more": "{n} cachés, y hay más"
    },
    "pages/home_screen": {
      "map": "Mapa",
      "messages": "Hablar",
      "nearby": "Cerca"
    },
    "pages/http": {
      "imprint": "Aviso legal",
      "privacy": "Privacidad",
      "source": "Código fuente",
      "refused": {
        "403": "No es para ti",
        "404": "Aquí no está",
        "410": "Ya no está",
        "429": "Demasiadas peticiones",
        "500": "Algo ha fallado"
      },
      "formRefused": "No ha funcionado",
      "broken": "Esta página ha fallado. El operador puede ver el porqué en el registro.",
      "front": "A la página principal",
      "scripts": "Sin scripts, esta página no tiene más que mostrar."
    },
    "pages/legal": {
      "imprint": "Aviso legal",
      "operator": "Operador",
      "address": "Dirección",
      "mail": "Correo",
      "unnamed": "El operador de esta instancia todavía no ha dado su nombre.",
      "privacy": "Privacidad",
      "responsible": "Responsable:",
      "theOperator": "el operador",
      "kept": "Qué se guarda y durante cuánto tiempo",
      "keptHead": [
        "Qué",
        "Cuánto tiempo"
      ],
      "positions": "Posiciones oídas en el aire",
      "packets": "Paquetes sin tratar",
      "messages": "Mensajes oídos en el aire",
      "sensors": "Valores de sensores",
      "alerts": "Avisos para los miembros",
      "reports": "Denuncias y lo que decidieron los operadores",
      "cookie": "Cookie de la sesión",
      "accounts": "Cuentas, cachés y hallazgos",
      "days": "{n} días",
      "hours": "{n} horas",
      "untilErased": "hasta que los borres",
      "seen": "Qué ven los demás",
      "seenWhat": "Lo que se envía por radioafición está abierto a quien escuche. Los cachés y hallazgos que sus dueños comparten se copian en otras instancias. Tu dirección de correo y tus llaves de acceso se quedan aquí.",
      "rights": "Tus derechos",
      "rightsWhat": "Puedes exportar y borrar tus datos en cualquier momento; el operador ayuda si no puedes entrar. Ninguna página de aquí pone más cookie que la que mantiene tu sesión, y ninguna carga nada de otros sitios."
    },
    "pages/notice": {
      "plain": "Con http sin s un navegador no tiene ubicación, ni llaves de acceso, ni nada sin conexión.",
      "trust": "Confía una vez en esta pasarela.",
      "number": "Las llaves de acceso necesitan una dirección con nombre, y esta solo tiene números.",
      "goOn": "Sigue en"
    },
    "pages/reset": {
      "title": "Cargar de nuevo la aplicación",
      "what": "Quita de este dispositivo los archivos de la aplicación y los carga de nuevo. Los borradores, los paquetes sin conexión y lo que espera a enviarse se quedan.",
      "done": "Hecho.",
      "open": "Abrir la aplicación"
    },
    "pages/support": {
      "title": "Apoyo",
      "model": "Esta instancia la llevan aficionados para aficionados. Los donativos ayudan a pagarla; no compran nada, y nada se cierra a quien no da.",
      "noDonations": "El operador no acepta donativos aquí.",
      "ways": "Cómo dar",
      "stands": "Cómo va",
      "cameIn": "Entró",
      "spent": "Se gastó",
      "left": "Queda",
      "byPurpose": "Por destino",
      "byMonth": "Por mes",
      "purposeHead": [
        "Destino",
        "Entró",
        "Salió"
      ],
      "monthHead": [
        "Mes",
        "Entró",
        "Salió"
      ],
      "purposes": {
        "development": "Desarrollo",
        "hosting": "Alojamiento",
        "operation": "Funcionamiento",
        "peer_reimbursement": "Compartido con otras instancias"
      },
      "supporters": "Quienes apoyan",
      "nobody": "Nadie todavía.",
      "count": "{n} hasta ahora.",
      "named": "Quienes permiten que se les nombre:"
    },
    "pages/trust": {
      "title": "Confiar en esta pasarela",
      "why": "Sin un certificado en el que tu dispositivo confíe, un navegador niega a una página la ubicación, las llaves de acceso, el trabajo sin conexión y los mensajes. Esta pasarela hace su propio certificado, porque ninguna autoridad pública responde por un equipo de una red local. Instálalo una vez en cada dispositivo.",
      "scope": "Lo que aceptas: el certificado solo puede hablar por nombres que terminan en .local, por el nombre de este equipo y por direcciones privadas, de enlace local y de radioafición. No puede hacerse pasar por tu banco ni por ningún otro sitio público.",
      "off": "Esta pasarela no hace ningún certificado propio, así que aquí no hay nada que instalar.",
      "files": "Esta pasarela se sirve con un certificado que trajo su operador, así que aquí no hay nada que instalar.",
      "file": {
        "android": "Obtener el certificado (Android)",
        "ios": "Obtener el perfil (iPhone, iPad)",
        "windows": "Obtener el certificado (Windows)",
        "macos": "Obtener el certificado (Mac)",
        "linux": "Obtener el certificado (Linux)"
      },
      "fingerprint": "Huella (SHA-256)",
      "compare": "Compárala con la que te lee el operador, en persona o por radio, antes de instalarlo.",
      "words": "Sus primeros ocho bytes en palabras",
      "goOn": "Después sigue aquí",
      "scan": "Escanea para abrir {address}",
      "others": "Otras direcciones",
      "checking": "Comprobando si este dispositivo confía en la pasarela …",
      "trusted": "Este dispositivo ya confía en nosotros.",
      "untrusted": "Este dispositivo todavía no confía en nosotros. Miramos otra vez cada pocos segundos.",
      "how": "Cómo se instala",
      "systems": {
        "android": {
          "name": "Android",
          "steps": [
            {
              "text": "Obtén el certificado con el botón de arriba.",
              "screen": [
                "Descarga",
                ">gateway.crt"
              ]
            },
            {
              "text": "En Ajustes busca «certificado de CA» (Seguridad, Más ajustes de seguridad, Cifrado y credenciales, Instalar un certificado).",
              "screen": [
                "Ajustes",
                "Cifrado y credenciales",
                "Instalar un certificado",
                ">Certificado de CA"
              ]
            },
            {
              "text": "Elige «Instalar de todos modos» y gateway.crt en Descargas.",
              "screen": [
                "Tus datos no serán privados",
                ">Instalar de todos modos",
                "Descargas",
                "gateway.crt"
              ]
            },
            {
              "text": "Firefox tiene su propio interruptor: Ajustes, Acerca de, toca el logotipo cinco veces; después Ajustes secretos, Usar certificados de CA de terceros.",
              "screen": [
                "Ajustes secretos",
                "+Usar certificados de CA de terceros"
              ]
            }
          ]
        },
        "ios": {
          "name": "iPhone, iPad",
          "steps": [
            {
              "text": "Abre esta página en Safari, obtén el perfil y permítelo.",
              "screen": [
                "¿Descargar un perfil?",
                ">Permitir"
              ]
            },
            {
              "text": "En Ajustes abre «Perfil descargado» e instálalo.",
              "screen": [
                "Ajustes",
                ">Perfil descargado",
                "Instalar"
              ]
            },
            {
              "text": "Después General, Información, Ajustes de confianza de certificados: activa esta pasarela.",
              "screen": [
                "General",
                "Información",
                "Ajustes de confianza de certificados",
                "+Service Gateway"
              ]
            }
          ]
        },
        "windows": {
          "name": "Windows",
          "steps": [
            {
              "text": "Abre el archivo y elige «Instalar certificado», para el usuario actual.",
              "screen": [
                "gateway.crt",
                ">Instalar certificado …"
              ]
            },
            {
              "text": "«Colocar todos los certificados en el siguiente almacén»: Entidades de certificación raíz de confianza.",
              "screen": [
                "Almacén de certificados",
                ">Entidades de certificación raíz de confianza",
                "Finalizar"
              ]
            }
          ]
        },
        "macos": {
          "name": "Mac",
          "steps": [
            {
              "text": "Abre el archivo: Acceso a Llaveros lo pone en el llavero de inicio de sesión.",
              "screen": [
                "Acceso a Llaveros",
                ">gateway.crt"
              ]
            },
            {
              "text": "Ábrelo allí y en Confiar elige «Confiar siempre».",
              "screen": [
                "Confiar",
                ">Al usar: Confiar siempre"
              ]
            }
          ]
        },
        "linux": {
          "name": "Linux",
          "steps": [
            {
              "text": "Firefox: Ajustes, Privacidad y seguridad, Certificados, Ver, Autoridades, Importar; confía en él para sitios web.",
              "screen": [
                "Administrador de certificados",
                "Autoridades",
                ">Importar …",
                "+Confiar para sitios web"
              ]
            }
          ],
          "lines": [
            {
              "what": "Chromium y Chrome:",
              "line": "certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n service-gateway -i gateway.pem"
            },
            {
              "what": "Todo lo demás, en Debian:",
              "line": "sudo cp gateway.pem /usr/local/share/ca-certificates/service-gateway.crt && sudo update-ca-certificates"
            }
          ]
        }
      },
      "undo": "Para retirarlo, borra el certificado en el mismo lugar. Termina por sí solo el 1 de enero de 2036."
    },
    "pages/year": {
      "title": "El año {year}",
      "months": [
        "ene",
        "feb",
        "mar",
        "abr",
        "may",
        "jun",
        "jul",
        "ago",
        "sep",
        "oct",
        "nov",
        "dic"
      ],
      "finds": "hallazgos",
      "byRadio": "por radio",
      "squares": "cuadrículas",
      "people": "Personas que encontraron algo: {n}",
      "first": "Primero: {title}, {date}",
      "last": "Último: {title}, {date}",
      "farthest": "Oído desde {far} km: {title}, por {site}",
      "streak": "{n} días seguidos",
      "countries": "{n} países",
      "none": "Ningún hallazgo de este año cuenta.",
      "picture": "Como imagen",
      "before": "El año anterior",
      "after": "El año siguiente"
    },
    "pages/kinds": {
      "facts": "Dificultad {difficulty} de 5, terreno {terrain} de 5, {size}",
      "notActive": "no disponible por ahora",
      "types": {
        "audio": "Sonido",
        "bunker": "Búnker",
        "castle": "Castillo",
        "earth": "Tierra",
        "iota": "Isla IOTA",
        "letterbox": "Letterbox",
        "living": "Vivo",
        "multi": "Multietapa",
        "mystery": "Enigma",
        "other": "Caché",
        "pota": "Parque POTA",
        "sota": "Cima SOTA",
        "traditional": "Tradicional",
        "virtual": "Virtual",
        "wwff": "Zona WWFF"
      },
      "sizes": {
        "large": "grande",
        "micro": "micro",
        "none": "sin contenedor",
        "other": "otro tamaño",
        "regular": "normal",
        "small": "pequeño"
      }
    }
  }
};
