/** Tables of NET/ROM nodes as their programs serve, print and save them. Callsigns are made up, columns are theirs. */
import {
  readBestRoutes,
  readBpqJson,
  readKernel,
  readNeighbours,
  readNodeNames,
  readRoutesTo,
  readSaved,
} from "../../src/box/drivers/node/tables.ts";
import type { NodeRoute } from "../../src/box/senses/node_route.ts";
import type { PlainCase } from "./field_case.ts";

const way = (dest: string, alias: string, neighbor: string, quality: number, port: string): NodeRoute => ({
  ...{ dest, alias, neighbor, quality, port },
});
const KERNEL_NODES = `callsign  mnemonic w n qual obs neigh qual obs neigh qual obs neigh
OE9XYZ-7  XYZNOD   1 2  192   6 00001  143   5 00002
OE9ABC    *        1 1  100   6 00002
OE9LST    LSTNOD   1 1  100   6 00009
`;
const KERNEL_NEIGHBOURS = `addr  callsign  dev  qual lock count failed digipeaters
00001 OE9ZZZ-7  ax0   192    0    12      0
00002 OE9YYY-3  vhf   150    1     3      0 OE9DIG
`;

export const NODES: readonly PlainCase[] = [
  {
    of: "g8bpq/linbpq nodeapi.c, sendNodeList",
    right: "LinBPQ's list: each way of each node; one known by round trips alone has none here",
    does: () =>
      readBpqJson(
        '{"nodes":[\r\n {"Call":"OE9XYZ", "Alias":"XYZNOD", "Routes":[{"Call":"OE9ZZZ-7", "Port":1, "Quality":192}, ' +
          '{"Call":"OE9YYY-1", "Port":2, "Quality":150}]},\r\n {"Call":"OE9INP-2", "Alias":"", "Routes":[]}\r\n]}',
      ),
    gives: [way("OE9XYZ", "XYZNOD", "OE9ZZZ-7", 192, "1"), way("OE9XYZ", "XYZNOD", "OE9YYY-1", 150, "2")],
  },
  {
    of: "g8bpq/linbpq nodeapi.c, sendNodeList",
    right: "with no node at all LinBPQ cuts the bracket off: that is an empty list, not a broken answer",
    does: () => readBpqJson('{"nodes":\r\n]}'),
    gives: [],
  },
  {
    of: "g8bpq/linbpq nodeapi.c, send_http_response",
    right: "what is no list is none: nothing is taken away because of it",
    does: () => readBpqJson("401 Invalid API Call") ?? "none",
    gives: "none",
  },
  {
    of: "g8bpq/linbpq Cmd.c, CMDN00",
    right: "NODES: four in a line, without an alias the call alone",
    does: () =>
      readNodeNames("TESTND:OE9YYY-1} Nodes\r\nABCNOD:OE9ABC-2      XYZNOD:OE9XYZ       OE9QQQ-4\r\n\r\n"),
    gives: [
      { dest: "OE9ABC-2", alias: "ABCNOD" },
      { dest: "OE9XYZ", alias: "XYZNOD" },
      { dest: "OE9QQQ-4", alias: "" },
    ],
  },
  {
    of: "g8bpq/linbpq Cmd.c, DoRouteLine",
    right: "N of one node: quality, obsolescence, port, neighbour; INP3's hops and seconds are no quality",
    does: () =>
      readRoutesTo(
        "TESTND:OE9YYY-1} Routes to: XYZNOD:OE9XYZ\r> 192 6 1 OE9ZZZ-7\r  150 5 2 OE9YYY-3 !\r> 3 1.25s 1 OE9INP\r" +
          "TESTND:OE9YYY-1} Invalid command\r  150 5 2 OE9YYY-3\r",
      ),
    gives: [way("OE9XYZ", "XYZNOD", "OE9ZZZ-7", 192, "1"), way("OE9XYZ", "XYZNOD", "OE9YYY-3", 150, "2")],
  },
  {
    of: "proaxis.com/~wagnerj/ka7ehk/map/noderef.html, G8BPQ",
    right: "R of a DataEngine: port, call, quality, nodes; in use or not, it is a neighbour",
    does: () =>
      readNeighbours(
        "TESTND:OE9YYY-6} Routes:\r\n  1 OE9AAA-1 192 1\r\n> 3 OE9YYY-5 224 79\r\n  1 OE9BBB 192 78\r\n",
        [{ dest: "OE9BBB", alias: "BBBNOD" }],
      ),
    gives: [
      way("OE9YYY-5", "", "OE9YYY-5", 224, "3"),
      way("OE9AAA-1", "", "OE9AAA-1", 192, "1"),
      way("OE9BBB", "BBBNOD", "OE9BBB", 192, "1"),
    ],
  },
  {
    of: "ohiopacket.org/xrpi/docs/routes-cmd.htm",
    right: "R of XRouter: a heading above, a lock behind the count of nodes",
    does: () =>
      readNeighbours(
        "OE9ZZZ:TESTND} Routes:\nPort Callsign  Qty Nod\n>  5 OE9FPV     150  70!\n>  8 OE9WV-12  100  32!\n  10 OE9CL     150   1!\n",
        [],
      ),
    gives: [
      way("OE9FPV", "", "OE9FPV", 150, "5"),
      way("OE9CL", "", "OE9CL", 150, "10"),
      way("OE9WV-12", "", "OE9WV-12", 100, "8"),
    ],
  },
  {
    of: "ohiopacket.org/xrpi/docs/xrnodes.htm",
    right: "XRNODES: ROUTE lines are settings of the node, NODE lines are its table; a lock is no call",
    does: () =>
      readSaved(
        "ROUTE ADD OE9XCV 1 100\nROUTE ADD OE9DIG 5 ! VIA OE9FRT OE9RED  2\nNODE ADD XYZNOD:OE9XYZ OE9UYL 2 240 ! OE9XCV 1 100\n",
      ),
    gives: [way("OE9XYZ", "XYZNOD", "OE9UYL", 240, "2"), way("OE9XYZ", "XYZNOD", "OE9XCV", 100, "1")],
  },
  {
    of: "bpq404.zip BPQNODES.DOC",
    right: "BPQNODES: up to three ways in a line; a file that was cut loses its last line, not its sense",
    does: () =>
      readSaved(
        "NODE ADD ABCNOD:OE9ABC OE9ZZZ-7 1 192 OE9YYY 2 150 OE9WWW 3 90 \r\nNODE ADD XYZNOD:OE9XYZ OE9ZZZ-7 1 19",
      ),
    gives: [
      way("OE9ABC", "ABCNOD", "OE9ZZZ-7", 192, "1"),
      way("OE9ABC", "ABCNOD", "OE9YYY", 150, "2"),
      way("OE9ABC", "ABCNOD", "OE9WWW", 90, "3"),
    ],
  },
  {
    of: "torvalds/linux net/netrom/nr_route.c, nr_node_show and nr_neigh_show",
    right: "the kernel's two files: neighbours by number, * for no alias, a number that nobody has is no way",
    does: () => readKernel(KERNEL_NODES, KERNEL_NEIGHBOURS),
    gives: [
      way("OE9XYZ-7", "XYZNOD", "OE9ZZZ-7", 192, "ax0"),
      way("OE9XYZ-7", "XYZNOD", "OE9YYY-3", 143, "vhf"),
      way("OE9ABC", "", "OE9YYY-3", 100, "vhf"),
    ],
  },
  {
    of: "radiocatalog/uronode command.c, do_nodes",
    right: "Nodes *: the best way of each node under a heading",
    does: () =>
      readBestRoutes(
        "TESTND:OE9YYY-1} Nodes:\nNode              Qual Obs Intface Neighbour\n----------------- ---- --- ------- ---------\n" +
          "XYZNOD:OE9XYZ     192   6 vhf     OE9ZZZ-7\nABCNOD:OE9ABC-2    90   4 axudp   OE9YYY\noe9zzz@host:/uronode$ ",
      ),
    gives: [
      way("OE9XYZ", "XYZNOD", "OE9ZZZ-7", 192, "vhf"),
      way("OE9ABC-2", "ABCNOD", "OE9YYY", 90, "axudp"),
    ],
  },
  {
    of: "packet-radio.net/2017, URONode's ways to one node",
    right: "the ways to one node do not say to which: nothing is made of them",
    does: () =>
      readBestRoutes(
        "BAUNOD:OE9BAU-3} Routes to: MFNOS:OE9URO-14\nWhich Qual Obs Intface Neighbour\n----- ---- --- ------- ---------\n" +
          ">      198   6 ax0     OE9PL-14\n       193   6 ax0     OE9CMG-4\n",
      ),
    gives: [],
  },
  {
    of: "mlangelaar/jnos2 nrcmd.c, netrom route info",
    right: "NODES * of JNOS: alias and call in either order, more columns behind, a count below",
    does: () =>
      readBestRoutes(
        "Alias:Node        Qual Obs Port   Neighbor   Type Usage Hops\nXYZNOD:OE9XYZ      192   6 vhf    OE9ZZZ-7    B      12  2\n" +
          "OE9ABC-2:ABCNOD    150   5 axip   OE9YYY      P       0  1\n##TEMP:OE9TMP      100   3 vhf    OE9YYY      R       0  1\n*** 3 nodes displayed\n",
      ),
    gives: [
      way("OE9XYZ", "XYZNOD", "OE9ZZZ-7", 192, "vhf"),
      way("OE9ABC-2", "ABCNOD", "OE9YYY", 150, "axip"),
      way("OE9TMP", "##TEMP", "OE9YYY", 100, "vhf"),
    ],
  },
];
