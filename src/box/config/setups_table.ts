/**
 * Set-ups that are known to work, one row each: `box setups`, the state page and the tests read them here. A row stands on a
 * test of this project, or on the documentation of whoever made the other side, and says which.
 */

export interface Setup {
  /** What is connected. */
  name: string;
  /** Lines to be written where `where` says, one each; a path or an address in them is an example. */
  steps: readonly { where: string; lines: readonly string[] }[];
  /** The box's own connection, as `--connect` and box.json take it; `OE1XYZ-10` stands for the receiving station's call. */
  connect: string;
  /** What it gives, and what it does not. */
  note: string;
  /** A test of this project with the real other side, or with its recorded words. */
  tested?: { file: string; with: string };
  /** Where the other side's maker documents the lines. */
  source?: string;
}

const DIREWOLF = "https://github.com/wb2osz/direwolf";

export const SETUPS: readonly Setup[] = [
  {
    name: "A sound card, run by the box",
    steps: [{ where: "shell", lines: ["sudo apt install direwolf", "main.ts box radio"] }],
    connect: "sound://Device?site=OE1XYZ-10",
    note:
      "No file to edit: the box runs Direwolf, shows the level, and ends it. ptt= and tx=on let it transmit, past every lock.",
    tested: {
      file: "tests/peers/box_sound_test.ts",
      with: "Direwolf 1.6, sound over UDP in place of the card",
    },
    source: `${DIREWOLF}/blob/master/doc/User-Guide.pdf`,
  },
  {
    name: "An RTL-SDR stick, run by the box",
    steps: [{ where: "shell", lines: ["sudo apt install direwolf rtl-sdr", "main.ts box radio"] }],
    connect: "rtlsdr://00000001?mhz=144.8&site=OE1XYZ-10",
    note: "Receives only. mhz is 144.8 in Europe, 144.39 in North America; ppm puts the stick's clock right.",
    tested: { file: "tests/peers/box_sound_test.ts", with: "Direwolf 1.6, recorded sound in rtl_fm's place" },
    source: "https://osmocom.org/projects/rtl-sdr/wiki/Rtl-sdr",
  },
  {
    name: "Direwolf with a sound card",
    steps: [
      {
        where: "direwolf.conf",
        lines: [
          "ADEVICE plughw:1,0",
          "CHANNEL 0",
          "MYCALL OE1XYZ-10",
          "MODEM 1200",
          "AGWPORT 8000",
          "KISSPORT 8001",
        ],
      },
      { where: "shell", lines: ["direwolf -c direwolf.conf -t 0"] },
    ],
    connect: "kiss://127.0.0.1:8001?site=OE1XYZ-10",
    note: "With a configuration of your own. An audio level of about 50 is right; arecord -l names the card.",
    tested: { file: "tests/peers/box_direwolf_test.ts", with: "Direwolf 1.6, audio in place of the card" },
    source: `${DIREWOLF}/blob/master/doc/User-Guide.pdf`,
  },
  {
    name: "Direwolf with an RTL-SDR stick",
    steps: [
      { where: "direwolf.conf", lines: ["ADEVICE stdin null", "MYCALL OE1XYZ-10", "KISSPORT 8001"] },
      {
        where: "shell",
        lines: ["rtl_fm -f 144.8M -o 4 - | direwolf -c direwolf.conf -n 1 -r 24000 -b 16 -t 0 -"],
      },
    ],
    connect: "kiss://127.0.0.1:8001?site=OE1XYZ-10",
    note: "Receives only. 144.8M is Europe's APRS frequency, 144.39M North America's.",
    tested: { file: "tests/peers/box_setups_test.ts", with: "Direwolf 1.6, audio in place of rtl_fm" },
    source: `${DIREWOLF}/blob/master/man/direwolf.1`,
  },
  {
    name: "Direwolf by AGWPE",
    steps: [{ where: "direwolf.conf", lines: ["MYCALL OE1XYZ-10", "AGWPORT 8000"] }],
    connect: "agwpe://127.0.0.1:8000?site=OE1XYZ-10",
    note: "Instead of KISS, not beside it. Needed for connected mode: mailbox, forwarding, circuits.",
    tested: { file: "tests/peers/box_direwolf_test.ts", with: "Direwolf 1.6" },
    source: `${DIREWOLF}/blob/master/doc/User-Guide.pdf`,
  },
  {
    name: "A serial TNC in KISS mode",
    steps: [{ where: "shell", lines: ["ls /dev/serial/by-id", "sudo usermod -aG dialout $USER"] }],
    connect: "kiss:/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A1B2C3D4-if00-port0?baud=9600&site=OE1XYZ-10",
    note: "Always by this name: ttyUSB numbers change. The TNC's own command for KISS mode is in its manual.",
    tested: {
      file: "tests/box/serial_faults_test.ts",
      with: "a pseudo-terminal: unplugged, garbled, flooding",
    },
  },
  {
    name: "A MeshCom node",
    steps: [{ where: "console of the node", lines: ["--extudpip 192.168.1.20", "--extudp on"] }],
    connect: "meshcom://192.168.1.50?call=OE1XYZ-12&site=OE1XYZ-12",
    note:
      "192.168.1.20 is the box, 192.168.1.50 the node. Only what the node itself heard by LoRa names the station.",
    tested: { file: "tests/box/drivers_test.ts", with: "recorded datagrams of nodes" },
    source: "https://icssw.org/en/udp-schnittstelle-fuer-externe-client-software/",
  },
  {
    name: "LoRa APRS (the iGate firmware of CA2RXU)",
    steps: [{
      where: "data/igate_conf.json, member tnc",
      lines: ['"enableServer": true', '"acceptOwn": false'],
    }],
    connect: "kiss://192.168.1.60:8001?site=OE1XYZ-10",
    note: "Its KISS server on port 8001. Not tried here with a real board.",
    source: "https://github.com/richonguzman/LoRa_APRS_iGate",
  },
  {
    name: "APRS-IS",
    steps: [],
    connect: "aprsis://rotate.aprs2.net:14580?filter=r/48.2/16.4/100",
    note:
      "No radio: others heard it, so it proves no find. The filter is a circle: latitude, longitude, kilometres.",
    tested: {
      file: "tests/box/drivers_test.ts",
      with: "a server of the tests: login, filter, silence, unverified",
    },
    source: "https://www.aprs-is.net/javAPRSFilter.aspx",
  },
  {
    name: "A GPS (gpsd)",
    steps: [{ where: "shell", lines: ["sudo apt install gpsd", "cgps -s"] }],
    connect: "gpsd://127.0.0.1:2947",
    note:
      "Place and time of the box. track=on lets the gateway show its way; gps and movingS in services.beacon move its beacon.",
    tested: { file: "tests/peers/box_senses_test.ts", with: "gpsd 3.22 and gpsfake" },
    source: "https://gpsd.gitlab.io/gpsd/gpsd_json.html",
  },
  {
    name: "A rig (Hamlib's rigctld)",
    steps: [{ where: "shell", lines: ["rigctld -m 1035 -r /dev/serial/by-id/usb-… -s 38400"] }],
    connect: "rigctl://127.0.0.1:4532?site=OE1XYZ-10",
    note:
      "Says what the receiver listens to; rigctl -l lists the models. The box only asks and sets nothing.",
    tested: { file: "tests/peers/box_senses_test.ts", with: "rigctld 4.5 and its dummy rig" },
    source: "https://hamlib.sourceforge.net/html/rigctld.1.html",
  },
  {
    name: "A Meshtastic device",
    steps: [{ where: "shell", lines: ["ls /dev/serial/by-id"] }],
    connect: "meshtastic:/dev/serial/by-id/usb-Espressif_USB_JTAG_serial_debug_unit_A1B2C3D4-if00",
    note: "Or meshtastic://192.168.1.60 by its network. Heard and shown, never evidence; nothing is sent.",
    tested: {
      file: "tests/meshtastic/device_test.ts",
      with: "a device of the tests: 300 nodes, unplugged 50 times",
    },
    source: "https://meshtastic.org/docs/development/device/client-api/",
  },
  {
    name: "Meshtastic by a broker (MQTT)",
    steps: [],
    connect: "mqtt://127.0.0.1:1883/msh/EU_868/2/e/#",
    note:
      "Others heard it. user= and pass= let the box in; channel= names the channel whose texts are shown. mqtts: is TLS.",
    tested: { file: "tests/peers/box_mqtt_test.ts", with: "mosquitto 2.0" },
    source: "https://meshtastic.org/docs/software/integrations/mqtt/",
  },
  {
    name: "A tunnel (AXUDP)",
    steps: [
      {
        where: "bpq32.cfg, CONFIG of the BPQAXIP port",
        lines: ["UDP 10093", "MAP OE1XYZ-10 192.168.1.20 UDP 10093", "BROADCAST NODES"],
      },
    ],
    connect: "axudp://192.168.1.70:10093",
    note:
      "192.168.1.20 is the box, 192.168.1.70 the other host. It attests nothing; with tx=on it takes what a radio would.",
    tested: { file: "tests/box/tunnel_test.ts", with: "another host of the tests, by the checksum of AX.25" },
    source: "https://www.cantab.net/users/john.wiseman/Documents/BPQAXIP%20Configuration.htm",
  },
  {
    name: "A MeshCom node, to send by its KISS port",
    steps: [],
    connect: "meshkiss://192.168.1.50:8001?pass=secret",
    note:
      "Beside the meshcom: line, which hears. The node has to demand a password, and sends for its own call alone.",
    tested: { file: "tests/box/tunnel_test.ts", with: "a node of the tests: nonce, proof, answers" },
    source: "https://icssw.org/en/meshcom/",
  },
  {
    name: "A node: LinBPQ",
    steps: [
      {
        where: "bpq32.cfg, CONFIG of the Telnet port",
        lines: ["HTTPPORT=8008", "TCPPORT=8010", "USER=box,secret,OE1XYZ"],
      },
    ],
    connect: "linbpq://127.0.0.1:8008",
    note:
      "Its table of nodes, each quarter of an hour. By telnet: linbpq://127.0.0.1:8010?user=box&pass=secret. " +
      "From its file: linbpq:/opt/oarc/bpq/BPQNODES.dat.",
    tested: { file: "tests/box/node_tables_test.ts", with: "a node of the tests, in LinBPQ's words" },
    source: "https://www.cantab.net/users/john.wiseman/Documents/BPQTELNET%20Configuration.html",
  },
  {
    name: "A node: XRouter",
    steps: [{ where: "shell, on the node's console", lines: ["SAVENODES"] }],
    connect: "xrouter:/srv/xrouter/XRNODES",
    note:
      "The file that XRouter saves each NODESINTERVAL; not in /home, which a box that runs as a service does not see. " +
      "By telnet, neighbours alone: xrouter://127.0.0.1:23?user=OE1XYZ.",
    tested: { file: "tests/box/node_tables_test.ts", with: "a node of the tests, in XRouter's words" },
    source: "https://ohiopacket.org/xrpi/docs/xrnodes.htm",
  },
  {
    name: "A node: URONode",
    steps: [{ where: "shell", lines: ["systemctl enable --now uronode.socket"] }],
    connect: "uronode://127.0.0.1:3694?user=OE1XYZ",
    note: "On the same host the kernel's own table has every way, not the best one alone.",
    tested: { file: "tests/box/node_tables_test.ts", with: "a node of the tests, in URONode's words" },
    source: "https://manpages.org/uronode/8",
  },
  {
    name: "A node: JNOS",
    steps: [
      { where: "autoexec.nos", lines: ["start telnet"] },
      { where: "ftpusers", lines: ["box secret /jnos/public 0x407"] },
    ],
    connect: "jnos://192.168.1.70:23?user=box&pass=secret",
    note: "The user needs the right to use NET/ROM.",
    tested: { file: "tests/box/node_tables_test.ts", with: "a node of the tests, in JNOS's words" },
    source: "https://www.langelaar.net/jnos2/",
  },
  {
    name: "A node: the kernel's NET/ROM",
    steps: [{ where: "shell", lines: ["cat /proc/net/nr_nodes /proc/net/nr_neigh"] }],
    connect: "netrom:/proc/net",
    note:
      "For URONode, LinuxNode and FPAC on the box's own host. Linux has had no NET/ROM of its own since April 2026.",
    tested: { file: "tests/box/node_tables_test.ts", with: "the kernel's files, where it has them" },
    source: "https://www.kernel.org/doc/html/v6.12/networking/ax25.html",
  },
];
