import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { TppAnswer } from '@nordgate/tpp-client';
import { escaped } from './interface-description.js';
import type { InterfaceDescription, PromisedAnswer } from './interface-description.js';

/** What is answered to requests that are none of the description's: an unknown path or method. */
const elsewhere = new Set([400, 404, 405, 414, 429, 431, 503]);
/** What Node adds to answers on its own. */
const ofTheConnection = new Set([
  ...['connection', 'keep-alive', 'content-length', 'transfer-encoding', 'date'],
  ...['content-type', 'content-encoding', 'allow'],
]);

/** Everything in which an answer is not what the description promises of it. */
export function answerFaults(
  description: InterfaceDescription,
  { method, target }: { readonly method: string; readonly target: string },
  answer: TppAnswer,
): string[] {
  const operation = description.operation(method, target);
  if (operation === undefined) {
    if (!elsewhere.has(answer.status)) return [`${String(answer.status)} of no operation`];
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

const emptyFaults = ({ octets }: TppAnswer): string[] =>
  octets.length === 0 ? [] : ['a body where none is promised'];

/** The JSON of an answer, coded or not. Throws SyntaxError when it is none. */
function jsonOf({ headers, octets }: TppAnswer): unknown {
  const coding = headers['content-encoding'];
  const plain =
    coding === 'gzip'
      ? gunzipSync(octets)
      : coding === 'br'
        ? brotliDecompressSync(octets)
        : octets;
  return JSON.parse(plain.toString('utf8')) as unknown;
}
