/** A request in the log of a TPP's program or of a tool. */
export interface RequestDump {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Scheme and host, when the request line has them. */
  readonly origin?: string;
  /** Name and value alternating, in the order of the dump. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** The text is no request. The message names the expected form. */
export class DumpError extends Error {
  override readonly name = 'DumpError';
}

const requestLine = /^([A-Za-z]+) (\S+)(?: HTTP\/[\d.]+)?$/;

/**
 * Reads a dump: request line, headers, an empty line, the body to the end. Lines end in LF or CRLF. The
 * prefix `> ` of `curl -v` is removed. A Content-Length cuts the body, so that a line break that an editor
 * has added is ignored.
 *
 * @throws DumpError when the text is no request
 */
export function readDump(octets: Buffer): RequestDump {
  const { head, body } = split(octets);
  const lines = head.split(/\r?\n/).map((line) => line.replace(/^> ?/, ''));
  const first = lines.findIndex((line) => line.trim() !== '');
  const [, method, address] = requestLine.exec(lines[first]?.trimEnd() ?? '') ?? [];
  if (method === undefined || address === undefined) {
    throw new DumpError('The first line has to be such as: GET /v1/user HTTP/1.1');
  }
  const rawHeaders = lines.slice(first + 1).flatMap((line) => (line === '' ? [] : headerOf(line)));
  return { method, ...targetOf(address), rawHeaders, body: cut(body, rawHeaders) };
}

/** The value of a header by its lower-case name. Repeated headers are joined as in the bank. */
export function headerIn(dump: RequestDump, name: string): string | undefined {
  const values = dump.rawHeaders.filter(
    (_, at) => at % 2 === 1 && dump.rawHeaders[at - 1]?.toLowerCase() === name,
  );
  return values.length === 0 ? undefined : values.join(', ');
}

function split(octets: Buffer): { head: string; body: Buffer } {
  const ends = ['\r\n\r\n', '\n\n', '\n> \n', '\n>\n', '\r\n> \r\n']
    .map((end) => ({ at: octets.indexOf(end), length: end.length }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  const end = ends[0] ?? { at: octets.length, length: 0 };
  return { head: octets.toString('latin1', 0, end.at), body: octets.subarray(end.at + end.length) };
}

function headerOf(line: string): [string, string] {
  const colon = line.indexOf(':');
  if (colon < 1) throw new DumpError(`A header has to be "Name: value", not: ${line}`);
  return [line.slice(0, colon), line.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, '')];
}

/** An absolute address counts as its path and query. */
function targetOf(address: string): Pick<RequestDump, 'target' | 'origin'> {
  const [, origin, path] = /^(https?:\/\/[^/?]+)(.*)$/i.exec(address) ?? [];
  if (origin === undefined || path === undefined) return { target: address };
  return { target: path.startsWith('/') ? path : `/${path}`, origin };
}

function cut(body: Buffer, rawHeaders: readonly string[]): Buffer {
  const at = rawHeaders.findIndex((name, i) => i % 2 === 0 && /^content-length$/i.test(name));
  const length = at < 0 ? undefined : Number(rawHeaders[at + 1]);
  return length === undefined || Number.isNaN(length) ? body : body.subarray(0, length);
}
