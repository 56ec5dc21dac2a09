import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { TppClient } from '@nordgate/tpp-client';
import type { TppAnswer, TppCall } from '@nordgate/tpp-client';
import { InterfaceDescription, escaped } from './interface-description.js';
import type { PromisedAnswer } from './interface-description.js';

/** An answer differs from the bank's OpenAPI description. */
export class NotAsDescribedError extends Error {
  override readonly name = 'NotAsDescribedError';
}

/**
 * A TPP that compares every answer with the OpenAPI description that the bank serves. A status, header
 * or member without description is a fault. Tests, the demo and chaos use no other TPP.
 */
export class DescribedTpp extends TppClient {
  /** @throws NotAsDescribedError, and the errors of {@link TppClient.send} */
  override async send(
    method: TppCall['method'],
    path: string,
    headers: Record<string, string>,
    body?: Buffer | string,
  ): Promise<TppAnswer> {
    const answer = await super.send(method, path, headers, body);
    const description = await InterfaceDescription.of(this.options.baseUrl);
    const faults = answerFaults(description, { method, target: path }, answer);
    if (faults.length > 0) {
      const { status, text } = answer;
      const what = `${method} ${path} was answered ${String(status)} ${text}`;
      throw new NotAsDescribedError([what, ...faults].join('\n'));
    }
    return answer;
  }
}

/** The statuses of answers to an unknown path or method. */
const unknownOperationStatuses = new Set([400, 404, 405, 414, 429, 431, 503]);
/** The headers that Node adds by itself. */
const ofTheConnection = new Set([
  ...['connection', 'keep-alive', 'content-length', 'transfer-encoding', 'date'],
  ...['content-type', 'content-encoding', 'allow'],
]);

/** All differences between an answer and the description. */
export function answerFaults(
  description: InterfaceDescription,
  { method, target }: { readonly method: string; readonly target: string },
  answer: TppAnswer,
): string[] {
  const operation = description.operation(method, target);
  if (operation === undefined) {
    if (!unknownOperationStatuses.has(answer.status))
      return [`${String(answer.status)} of no operation`];
    return description.faults(jsonOf(answer), '/components/schemas/ErrorBody');
  }
  const promised = operation.answers[String(answer.status)];
  if (promised === undefined) return [`status ${String(answer.status)} of ${operation.id}`];
  const { at, answer: promise } = promised;
  return [
    ...headerFaults(description, at, promise, answer),
    ...(method === 'HEAD' ? emptyFaults(answer) : bodyFaults(description, at, promise, answer)),
  ];
}

function headerFaults(
  description: InterfaceDescription,
  at: string,
  { headers = {} }: PromisedAnswer,
  answer: TppAnswer,
): string[] {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const unknown = Object.keys(answer.headers).filter(
    (name) => !names.includes(name) && !ofTheConnection.has(name),
  );
  const wrong = Object.entries(headers).flatMap(([name, reference]) => {
    const place = description.placed(`${at}/headers/${escaped(name)}`, reference);
    const { required } = place.answer as { readonly required?: boolean };
    const value = answer.headers[name.toLowerCase()];
    if (value === undefined) return required === true ? [`header ${name} is missing`] : [];
    return description.faults(value, `${place.at}/schema`).map((fault) => `header ${name}${fault}`);
  });
  return [...unknown.map((name) => `header ${name} is not described`), ...wrong];
}

function bodyFaults(
  description: InterfaceDescription,
  at: string,
  { content }: PromisedAnswer,
  answer: TppAnswer,
): string[] {
  if (content === undefined) return emptyFaults(answer);
  const [type = ''] = String(answer.headers['content-type']).split(';');
  if (!(type in content)) return [`content type ${type}`];
  const value = type === 'application/json' ? jsonOf(answer) : answer.text;
  return description.faults(value, `${at}/content/${escaped(type)}/schema`);
}

const emptyFaults = ({ bytes }: TppAnswer): string[] =>
  bytes.length === 0 ? [] : ['a body where none is promised'];

/** The JSON of an answer, decompressed. @throws SyntaxError when it is no JSON */
function jsonOf({ headers, bytes }: TppAnswer): unknown {
  const coding = headers['content-encoding'];
  const plain =
    coding === 'gzip' ? gunzipSync(bytes) : coding === 'br' ? brotliDecompressSync(bytes) : bytes;
  return JSON.parse(plain.toString('utf8')) as unknown;
}
