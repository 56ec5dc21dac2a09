import { isRefusal, parseSignatureHeader, signingString } from '@nordgate/signature';
import { Command, Option } from 'commander';
import { addRequestOptions, callOf, clientOf } from './request-options.js';
import type { RequestOptions } from './request-options.js';
import { exitCodesHelp } from './terminal.js';
import type { Terminal } from './terminal.js';

interface SignOptions extends RequestOptions {
  readonly as: 'request' | 'headers' | 'string' | 'curl';
}

/** A signed request. */
interface Signed {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** `sign METHOD PATH`: prints a signed request without sending it. */
export function signCommand(terminal: Terminal): Command {
  const command = new Command('sign')
    .description('sign a request and print it; nothing is sent')
    .argument('<method>', 'GET, POST, …')
    .argument('<path>', 'path and query, such as /v1/user')
    .addOption(
      new Option('--as <form>', 'what to print')
        .choices(['request', 'headers', 'string', 'curl'])
        .default('request'),
    )
    .addHelpText('after', examples);
  return addRequestOptions(command).action(
    async (method: string, path: string, options: SignOptions) => {
      const tpp = await clientOf(options, terminal);
      const call = await callOf(method.toUpperCase(), path, options, () => terminal.readStdin());
      const signed = { method: call.method, path, ...tpp.signed(call) };
      terminal.out(printed(signed, options));
    },
  );
}

function printed(signed: Signed, { as, url, body }: SignOptions): string {
  switch (as) {
    case 'headers':
      return headerLines(signed).join('\n');
    case 'string':
      return stringOf(signed);
    case 'curl':
      return curlOf(signed, new URL(url).origin, body);
    case 'request':
      return requestOf(signed);
  }
}

/** With a Content-Length, so that a line break after the body is not part of it. */
function requestOf(signed: Signed): string {
  const { method, path, body } = signed;
  const length = body === undefined ? [] : [`content-length: ${String(body.length)}`];
  const head = [`${method} ${path} HTTP/1.1`, ...headerLines(signed), ...length];
  return `${head.join('\n')}\n\n${body?.toString() ?? ''}`;
}

const headerLines = ({ headers }: Signed) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

function stringOf({ method, path: target, headers }: Signed): string {
  const byName = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const parts = parseSignatureHeader(byName.get('signature') ?? '');
  const names = isRefusal(parts) ? [] : parts.headers;
  const text = signingString(names, {
    request: { method, target },
    header: (name) => byName.get(name),
  });
  return typeof text === 'string' ? text : '';
}

function curlOf(signed: Signed, origin: string, bodyFile: string | undefined): string {
  const body = bodyFile === undefined ? [] : [`--data-binary ${quoted(`@${bodyFile}`)}`];
  return [
    `curl -sS -X ${signed.method} ${quoted(`${origin}${signed.path}`)}`,
    ...headerLines(signed).map((line) => `-H ${quoted(line)}`),
    ...body,
  ].join(' \\\n  ');
}

/** A word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

const examples = `
Examples:
  nordgate-tpp sign GET /v1/user
  nordgate-tpp sign GET /v1/user --as string
  eval "$(nordgate-tpp sign GET /v1/sandbox/customers --as curl)"
  nordgate-tpp sign POST /v1/signing-baskets -d basket.json | nordgate-tpp explain
${exitCodesHelp}`;
