/** Where the frame of a tool comes from: the address carries what it holds, so that browsers keep it for use without a connection. */

/** Written in by the build. */
declare const TOOL_FRAME: string;

export const frameAddress = (connect: readonly string[]): string =>
  `/tools/frame?v=${TOOL_FRAME}${
    connect.length > 0 ? `&connect=${encodeURIComponent(connect.join(","))}` : ""
  }`;
