import { replySchema } from '@nordgate/contracts/http';
import { LANGUAGES } from '@nordgate/contracts/texts';
import { MESSAGE_CODES } from '@nordgate/contracts/codes';
import { statusOf } from '../reply/tpp-messages.js';
import type { Components, Reference } from './components.js';
import type { AnswerHeader } from '../request/route.decorator.js';

/** What every signed route may refuse with, before its handler is asked or instead of it. */
export const refusalsOfAll = [400, 403, 406, 413, 414, 415, 429, 431, 500, 501, 503];

/** Refusals that a caller may get before its signature is verified: such an answer has no seal. */
const beforeVerification = [400, 404, 413, 414, 415, 429, 431, 500, 501, 503];

const reasons: Readonly<Record<number, string>> = {
  400: 'Something about the request is wrong.',
  401: 'Another PSU, or SCA comes first: the link says where.',
  403: 'The TPP may not do this.',
  404: 'There is no such thing for this TPP.',
  406: 'There is no answer as the request wants it.',
  409: 'The resource, or an earlier request, is in the way.',
  413: 'The body is too large.',
  414: 'The address is too long.',
  415: 'The body is no JSON in UTF-8, or it has a content coding.',
  429: 'Too many requests.',
  431: 'The headers are too large.',
  500: 'The bank failed.',
  501: 'The transfer coding is not chunked.',
  503: 'Nothing was taken: the same request may come again.',
};

/** The headers of answers that the description knows, by name. */
const answerHeaders: Readonly<Record<string, object>> = {
  Link: {
    required: false,
    schema: { type: 'string' },
    description: 'The other pages of the list: first, prev, next and last (RFC 8288).',
  },
  Location: {
    required: false,
    schema: { type: 'string', pattern: '^/v1/' },
    description: 'Where the resource can be read; absent while it cannot.',
  },
  'ASPSP-SCA-Approach': {
    required: false,
    schema: { type: 'string', enum: ['REDIRECT'] },
    description: 'Not there where a payment is exempt from SCA.',
  },
  'ASPSP-Notification-Support': {
    required: false,
    schema: { type: 'string', enum: ['false'] },
    description: 'Only where the request has TPP-Notification-URI.',
  },
  'ASPSP-VOP-Supported': {
    required: false,
    schema: { type: 'string', enum: ['false'] },
    description: 'Only where the request has Client-VOP-Requested.',
  },
  ETag: {
    schema: { type: 'string' },
    description: 'The version of the content, for If-None-Match.',
  },
  'Retry-After': {
    schema: { type: 'string', pattern: '^[0-9]+$' },
    description: 'The seconds after which to repeat the request.',
  },
  'WWW-Authenticate': {
    schema: { type: 'string', enum: ['SCA realm="psu"'] },
    description: 'What is missing is the PSU: the link scaRedirect leads there, where it helps.',
  },
  'X-Request-ID': { schema: { type: 'string', maxLength: 128 }, description: 'As it was sent.' },
  'Content-Language': {
    schema: { type: 'string', enum: [...LANGUAGES] },
    description: 'The language of the texts.',
  },
  'Nordgate-Signing-String': {
    required: false,
    schema: { type: 'string', pattern: '^[A-Za-z0-9+/]*={0,2}$', maxLength: 4096 },
    description:
      'Sandbox only, when the signature does not match: base64 of the signing string that the bank built, at most its first 3,072 bytes.',
  },
  'Cache-Control': {
    schema: { type: 'string' },
    description: 'Whether, and for how long, the response may be kept (RFC 9111).',
  },
  Vary: {
    schema: { type: 'string' },
    description: 'The request headers that the response depends on.',
  },
  Date: {
    schema: { type: 'string' },
    description: 'The time of the response by the clock of the bank. The seal covers it.',
  },
  Digest: {
    schema: { type: 'string', pattern: '^SHA-(256|512)=' },
    description: 'The hash of the body as sent (RFC 3230). The seal covers it.',
  },
  Signature: {
    schema: { type: 'string', pattern: '^(keyId=|=\\?)' },
    description: "The seal: a signature by the bank's certificate (specification 5.9).",
  },
};

const ofEvery = ['Content-Language', 'Cache-Control', 'Vary'];
const ofTheSeal = ['Date', 'Digest', 'Signature'];

/** Whether an answer has the seal, on every request or on those of verified TPPs. */
export type Sealed = boolean | 'verified';

/** What refusals of some statuses have. */
type HeaderOfRefusals = 'Retry-After' | 'WWW-Authenticate' | 'Nordgate-Signing-String';

/** The headers of one answer: what is named, what every answer has, and the seal of signed routes. */
export function headersOf(
  named: readonly (AnswerHeader | HeaderOfRefusals)[],
  components: Components,
  { sealed }: { readonly sealed: Sealed },
): Record<string, Reference> {
  const required = [...named, ...ofEvery, ...(sealed === true ? ofTheSeal : [])];
  const optional = sealed === 'verified' ? ofTheSeal : [];
  const refer = (name: string, need: object) =>
    [name, components.name('headers', name, { ...need, ...answerHeaders[name] })] as const;
  return Object.fromEntries([
    refer('X-Request-ID', {}),
    ...required.map((name) => refer(name, { required: true })),
    ...optional.map((name) => refer(name, { required: false })),
  ]);
}

/** What the answers of a bank have of signatures. */
interface Signs {
  readonly sealed: boolean;
  /** A refused signature is answered with the signing string that the bank built. */
  readonly showsString: boolean;
}

/** The answer of a refusal, with the codes that usually come with its status. */
export function refusal(status: number, components: Components, seals: Signs): Reference {
  return components.once(
    `${String(status)} ${String(seals.sealed)} ${String(seals.showsString)}`,
    () => namedRefusal(status, components, seals),
  );
}

function namedRefusal(status: number, components: Components, seals: Signs): Reference {
  const codes = MESSAGE_CODES.filter((code) => statusOf[code] === status);
  const usual = codes.length === 0 ? '' : ` Usually ${codes.join(', ')}.`;
  const sealed = seals.sealed && beforeVerification.includes(status) ? 'verified' : seals.sealed;
  const named = [
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...(status === 400 && seals.showsString ? (['Nordgate-Signing-String'] as const) : []),
  ];
  return components.name('responses', `Refused${String(status)}`, {
    description: `${reasons[status] ?? 'Refused.'}${usual}`,
    headers: headersOf(named, components, { sealed }),
    content: { 'application/json': { schema: components.refer(replySchema('ErrorBody')) } },
  });
}
