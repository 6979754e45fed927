/** Plain http at the https port: whoever typed an address without `https://` is led to it. */

const REQUEST = /^(?:GET|HEAD) (\/[\x21-\x7e]{0,2000}) HTTP\/1\.[01]\r\n/;
const HOST = /\r\nhost:[ \t]{0,8}([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?\r\n/i;

/** The answer to a request's first bytes. */
export function answerTo(first: Uint8Array, port: number): string {
  const text = new TextDecoder("latin1").decode(first.subarray(0, 8192));
  const [path, host] = [REQUEST.exec(text)?.[1], HOST.exec(text)?.[1]];
  const head = path !== undefined && host !== undefined
    ? `307 Temporary Redirect\r\nlocation: https://${host}:${port}${path}`
    : "400 Bad Request";
  const body = "This port speaks https.\n";
  return `HTTP/1.1 ${head}\r\ncontent-type: text/plain\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`;
}

/** Answers and is done. */
export async function redirectToHttps(guest: Deno.TcpConn, first: Uint8Array, port: number): Promise<void> {
  const answer = new TextEncoder().encode(answerTo(first, port));
  for (let at = 0; at < answer.length;) at += await guest.write(answer.subarray(at));
  await guest.closeWrite();
}
