import type { TppMessage } from '@nordgate/contracts/http';
import type { AnswerFacts, KeptRequest, RefusalVerdict } from '@nordgate/contracts/queries';
import { parseSignatureHeader } from '@nordgate/signature';
import { redactText, secretFields } from '@nordgate/telemetry';
import { resourceIn } from './answer-facts.js';
import type { ReadAnswer } from './answer-facts.js';

/** An answered request, as the server knows it. */
export interface AnsweredRequest {
  readonly id: string;
  readonly at: Date;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** By their lower-case names. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly status: number;
  /** W3C trace context of the request's span. */
  readonly traceparent: string | undefined;
  readonly isProven: boolean;
  readonly messages: readonly TppMessage[];
  /** Undefined for an answer that was not made by a route. */
  readonly answer: ReadAnswer | undefined;
  readonly verdict: RefusalVerdict | undefined;
}

/** The headers that are shown as they were sent. Every other header is left out. */
const shownHeaders = [
  ...['accept', 'accept-encoding', 'accept-language', 'content-length', 'content-type', 'date'],
  ...['digest', 'psu-context', 'tpp-redirect-preferred', 'x-accept-fix', 'x-request-id'],
];

/** Headers that a good TPP sends and that identify people: only whether they were sent is kept. */
const hiddenHeaders = ['psu-id', 'psu-ip-address', 'psu-user-agent', 'tpp-session-id'];

const textMax = 2000;

/** The headers that a kept request is made of, without those that are longer than what is shown. */
export function usedHeaders(headers: AnsweredRequest['headers']): AnsweredRequest['headers'] {
  const used: Record<string, string | readonly string[]> = {};
  for (const name of [...shownHeaders, 'signature']) {
    const value = oneOf(headers[name]);
    if (value !== undefined) used[name] = value.length > usedMax ? value.slice(0, usedMax) : value;
  }
  for (const name of hiddenHeaders) if (headers[name] !== undefined) used[name] = '';
  return used;
}

/** A Signature header may be longer than the texts that are shown (`libs/signature`). */
const usedMax = 8193;

/** The request without body, signature and certificate, with account numbers masked. */
export function keptRequestOf(request: AnsweredRequest): KeptRequest {
  const { id, at, method, target, headers, status, isProven } = request;
  return {
    id,
    at: at.toISOString(),
    method,
    target: shown(target),
    status,
    requestId: oneOf(headers['x-request-id']) ?? null,
    traceId: traceIdOf(request.traceparent),
    isProven,
    headers: [...headersOf(headers), ...signaturePartsOf(oneOf(headers.signature))],
    hidden: hiddenHeaders.filter((name) => headers[name] !== undefined),
    resource: resourceIn(target) ?? request.answer?.made ?? null,
    ...(request.answer && { answer: shownAnswer(request.answer.facts) }),
    messages: request.messages.map(({ code, path, text }) => ({
      code,
      path: path ?? null,
      text: shown(text ?? ''),
    })),
    verdict: request.verdict ?? null,
  };
}

/** A target of the same form as that of a request. */
const shownAnswer = (answer: AnswerFacts): AnswerFacts => ({
  ...answer,
  next: answer.next === null ? null : shown(answer.next),
});

/** The trace id in a `traceparent` (W3C Trace Context); null without one. */
export function traceIdOf(traceparent: string | undefined): string | null {
  return /^[0-9a-f]{2}-([0-9a-f]{32})-/.exec(traceparent ?? '')?.[1] ?? null;
}

/** A signing string whose lines of personal headers have masked values. */
export function maskedSigningString(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const [name = ''] = line.split(':', 1);
      return isPersonal(name) ? `${name}: [redacted]` : redactText(line);
    })
    .join('\n');
}

function isPersonal(name: string): boolean {
  return secretFields.includes(name) || name.startsWith('psu-ip') || name === 'tpp-session-id';
}

function headersOf(headers: AnsweredRequest['headers']): KeptRequest['headers'] {
  return shownHeaders.flatMap((name) => {
    const value = oneOf(headers[name]);
    return value === undefined ? [] : [{ name, value: shown(value) }];
  });
}

/** What the Signature header says of the signature: its value is left out. */
function signaturePartsOf(header: string | undefined): KeptRequest['headers'] {
  const parts = header === undefined ? undefined : parseSignatureHeader(header);
  if (parts === undefined || 'refused' in parts) return [];
  return [{ name: 'signature (headers)', value: shown(parts.headers.join(' ')) }];
}

const oneOf = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'object' ? value.join(', ') : value;

const shown = (text: string): string => redactText(text.slice(0, textMax));
