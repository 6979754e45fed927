/** A way to a node of the NET/ROM network, as a neighbour's table has it. */
export interface NodeRoute {
  dest: string;
  /** At most six characters; empty where the table names none. */
  alias: string;
  neighbor: string;
  /** 1 to 255. */
  quality: number;
  /** As the node's program names it: a number, or an interface. */
  port: string;
}
