// deno-fmt-ignore-file
// Made by `deno task app` from the files of words.
/** What pages say that the server draws, by language. */
export const PAGE_FILES = {
  "en": {
    "pages/accounts": {
      "signIn": "Sign in",
      "signInAt": "Go on to sign in at {instance}.",
      "linkOnce": "The link works once. If you did not ask for it, close this page: nothing has happened.",
      "mailSent": "Look into your mail",
      "mailSentWhat": "If everything fits, a link is on its way to {mail}.",
      "yourData": "Your data",
      "kept": "Everything that {instance} keeps of {who}.",
      "yourAccount": "your account",
      "download": "Download as JSON",
      "erase": "Erase",
      "eraseMeans": "This cannot be undone: your calls become free, your finds and caches lose your name.",
      "eraseAll": "Erase everything",
      "signInAgain": "To erase, sign in again first: your sign-in is older than 15 minutes.",
      "signInFirst": "Sign in first.",
      "eraseAsk": "Erase everything?",
      "eraseAskWhat": "This cannot be undone. Your calls become free, your finds and caches lose your name, and all your sessions end.",
      "eraseType": "Type {word} to erase everything",
      "keep": "Keep it",
      "erased": "Erased",
      "erasedWhat": "Nothing of you is left here. Good-bye, and 73.",
      "unsubscribe": "Unsubscribe",
      "unsubscribeAsk": "Get no more digests of watch alerts by mail from {instance}?",
      "unsubscribed": "Unsubscribed",
      "unsubscribedWhat": "No more digests. You can turn them on again when you are signed in."
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
      "broken": "This address failed. Its operator finds why in the log.",
      "front": "To the front page",
      "scripts": "Without scripts there is no more on this page."
    },
    "pages/welcome": {
      "title": "Welcome",
      "how": "Members hide caches and find them. A find counts most when a receiving station that is trusted here heard the finder at the place. Each club runs its own gateway; there is no centre.",
      "about": "About this place",
      "steps": [
        [
          "/",
          "Look around",
          "Caches nearby, as a list and on a map. Nobody has to sign up for that."
        ],
        [
          "/packs",
          "Take a square with you",
          "Its caches and photos stay on the phone and open without a connection."
        ],
        [
          "/sign-in",
          "Sign in with your callsign",
          "Then you log what you find. Without a connection a log waits on the phone."
        ],
        [
          "/me/verify",
          "Verify it on the air",
          "Send a code by radio. Who is verified may hide caches and send messages."
        ]
      ]
    },
    "pages/kinds": {
      "facts": "Difficulty {difficulty} of 5, terrain {terrain} of 5, {size}",
      "notActive": "please do not look for it at present",
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
    "pages/accounts": {
      "signIn": "Anmelden",
      "signInAt": "Weiter zur Anmeldung bei {instance}.",
      "linkOnce": "Der Link gilt einmal. Wer ihn nicht angefordert hat, schließt diese Seite: Es ist nichts geschehen.",
      "mailSent": "Mail ansehen",
      "mailSentWhat": "Wenn alles passt, ist ein Link an {mail} unterwegs.",
      "yourData": "Eigene Daten",
      "kept": "Alles, was {instance} über {who} gespeichert hat.",
      "yourAccount": "dieses Konto",
      "download": "Als JSON herunterladen",
      "erase": "Löschen",
      "eraseMeans": "Das lässt sich nicht zurücknehmen: Die Rufzeichen werden frei, Funde und Caches verlieren den Namen.",
      "eraseAll": "Alles löschen",
      "signInAgain": "Zum Löschen erst neu anmelden: Die Anmeldung ist älter als 15 Minuten.",
      "signInFirst": "Bitte zuerst anmelden.",
      "eraseAsk": "Alles löschen?",
      "eraseAskWhat": "Das lässt sich nicht zurücknehmen. Die Rufzeichen werden frei, Funde und Caches verlieren den Namen, und alle Sitzungen enden.",
      "eraseType": "Zum Löschen {word} eintippen",
      "keep": "Behalten",
      "erased": "Gelöscht",
      "erasedWhat": "Hier ist nichts mehr gespeichert. Auf Wiedersehen und 73.",
      "unsubscribe": "Abbestellen",
      "unsubscribeAsk": "Keine Zusammenfassungen zu Beobachtetem mehr per Mail von {instance}?",
      "unsubscribed": "Abbestellt",
      "unsubscribedWhat": "Es kommen keine Zusammenfassungen mehr. Nach dem Anmelden lassen sie sich wieder einschalten."
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
    "pages/http": {
      "imprint": "Impressum",
      "privacy": "Datenschutz",
      "source": "Quelltext",
      "refused": {
        "403": "Nicht erlaubt",
        "404": "Nicht gefunden",
        "410": "Nicht mehr da",
        "429": "Zu viele Anfragen",
        "500": "Fehler"
      },
      "formRefused": "Das hat nicht geklappt",
      "broken": "Diese Adresse hat versagt. Der Betreiber findet den Grund im Protokoll.",
      "front": "Zur Startseite",
      "scripts": "Ohne Skripte steht auf dieser Seite nicht mehr."
    },
    "pages/welcome": {
      "title": "Willkommen",
      "how": "Mitglieder verstecken Caches und suchen sie. Ein Fund zählt am meisten, wenn eine vertrauenswürdige Empfangsstation den Finder am Ort gehört hat. Jeder Club betreibt sein eigenes Gateway; eine Zentrale gibt es nicht.",
      "about": "Über diese Instanz",
      "steps": [
        [
          "/",
          "Umsehen",
          "Caches in der Nähe, als Liste und auf der Karte. Dafür muss sich niemand registrieren."
        ],
        [
          "/packs",
          "Ein Feld mitnehmen",
          "Seine Caches und Fotos bleiben auf dem Telefon und öffnen sich ohne Verbindung."
        ],
        [
          "/sign-in",
          "Mit dem Rufzeichen anmelden",
          "Dann loggst du, was du findest. Ohne Verbindung wartet ein Log auf dem Telefon."
        ],
        [
          "/me/verify",
          "Es über Funk bestätigen",
          "Einen Code über Funk senden. Wer bestätigt ist, darf Caches verstecken und Nachrichten senden."
        ]
      ]
    },
    "pages/kinds": {
      "facts": "Schwierigkeit {difficulty} von 5, Gelände {terrain} von 5, {size}",
      "notActive": "zurzeit bitte nicht suchen",
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
    "pages/accounts": {
      "signIn": "Iniciar sesión",
      "signInAt": "Continúa para iniciar sesión en {instance}.",
      "linkOnce": "El enlace funciona una vez. Si no lo pediste, cierra esta página: no ha pasado nada.",
      "mailSent": "Mira tu correo",
      "mailSentWhat": "Si todo encaja, un enlace va camino de {mail}.",
      "yourData": "Tus datos",
      "kept": "Todo lo que {instance} guarda de {who}.",
      "yourAccount": "tu cuenta",
      "download": "Descargar como JSON",
      "erase": "Borrar",
      "eraseMeans": "No se puede deshacer: tus indicativos quedan libres, tus hallazgos y cachés pierden tu nombre.",
      "eraseAll": "Borrarlo todo",
      "signInAgain": "Para borrar, inicia sesión otra vez primero: tu inicio de sesión tiene más de 15 minutos.",
      "signInFirst": "Inicia sesión primero.",
      "eraseAsk": "¿Borrarlo todo?",
      "eraseAskWhat": "No se puede deshacer. Tus indicativos quedan libres, tus hallazgos y cachés pierden tu nombre y todas tus sesiones terminan.",
      "eraseType": "Escribe {word} para borrarlo todo",
      "keep": "Conservarlo",
      "erased": "Borrado",
      "erasedWhat": "Aquí no queda nada de ti. Adiós, y 73.",
      "unsubscribe": "Darse de baja",
      "unsubscribeAsk": "¿No recibir más resúmenes de avisos por correo de {instance}?",
      "unsubscribed": "Dado de baja",
      "unsubscribedWhat": "No más resúmenes. Puedes activarlos otra vez cuando inicies sesión."
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
      "broken": "Esta dirección ha fallado. Su operador encuentra el porqué en el registro.",
      "front": "A la página principal",
      "scripts": "Sin scripts no hay más en esta página."
    },
    "pages/welcome": {
      "title": "Bienvenida",
      "how": "Los miembros esconden cachés y los encuentran. Un hallazgo cuenta más cuando una estación receptora de confianza oyó en el lugar a quien lo encontró. Cada club lleva su propia pasarela; no hay un centro.",
      "about": "Sobre este lugar",
      "steps": [
        [
          "/",
          "Mirar alrededor",
          "Cachés cercanos, en lista y en el mapa. Para eso nadie tiene que registrarse."
        ],
        [
          "/packs",
          "Llevarte un cuadro",
          "Sus cachés y fotos se quedan en el teléfono y se abren sin conexión."
        ],
        [
          "/sign-in",
          "Iniciar sesión con tu indicativo",
          "Después registras lo que encuentras. Sin conexión un registro espera en el teléfono."
        ],
        [
          "/me/verify",
          "Verificarlo en el aire",
          "Envía un código por radio. Quien está verificado puede esconder cachés y enviar mensajes."
        ]
      ]
    },
    "pages/kinds": {
      "facts": "Dificultad {difficulty} de 5, terreno {terrain} de 5, {size}",
      "notActive": "por favor, no lo busques de momento",
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
