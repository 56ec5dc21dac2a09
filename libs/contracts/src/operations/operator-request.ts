import { operatedServices } from './service-request.js';
import type { OperatedService, ServiceRequest } from './service-request.js';

/** What the bank's operator asks for at the door for operations (`POST /internal/operations`). */
export type OperatorRequest =
  | StopTppRequest
  | ReleaseTppRequest
  | ListStoppedRequest
  | CancelPaymentRequest
  | ChangePaymentRequest
  | ServiceRequest;

export interface StopTppRequest {
  readonly name: 'StopTpp';
  /** Of this request: the same id twice is the same request. */
  readonly id: string;
  /** The TPP's organizationIdentifier. */
  readonly tppId: string;
  /** The last day of the stop in Oslo, YYYY-MM-DD; without it there is no end. */
  readonly until?: string;
  readonly reason: string;
}

export interface ReleaseTppRequest {
  readonly name: 'ReleaseTpp';
  readonly id: string;
  readonly tppId: string;
}

export interface ListStoppedRequest {
  readonly name: 'ListStoppedTpps';
}

export interface CancelPaymentRequest {
  readonly name: 'CancelPayment';
  readonly id: string;
  /** Of the stream, 32 hexadecimal digits: without the key letter, kind and MAC that TPPs see. */
  readonly paymentId: string;
}

export interface ChangePaymentRequest {
  readonly name: 'ChangePayment';
  readonly id: string;
  readonly paymentId: string;
  /** The whole payment, as the body of its initiation. The service judges it. */
  readonly body: object;
}

/** The service that does what a request asks for. */
export function operatedBy(request: OperatorRequest): OperatedService {
  if ('service' in request) return request.service;
  return 'paymentId' in request ? 'payments' : 'accounts';
}

/** A request of the operator, or what is wrong with it. */
export type ReadOperatorRequest =
  { readonly request: OperatorRequest } | { readonly fault: string };

/** Reads a request from a parsed JSON body: exactly the fields of its name, nothing else. */
export function operatorRequestFrom(body: unknown): ReadOperatorRequest {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { fault: 'the body has to be an object' };
  }
  const given = body as Readonly<Record<string, unknown>>;
  const checks = operations.get(given['name']);
  if (checks === undefined) return { fault: 'there is no such operation' };
  const names = ['name', ...Object.keys(checks)];
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined) return { fault: 'there is a field that the operation does not have' };
  const wrong = Object.entries(checks).find(([name, { isRight }]) => !isRight(given[name]));
  if (wrong !== undefined) return { fault: `${wrong[0]} has to be ${wrong[1].what}` };
  return { request: body as OperatorRequest };
}

interface Check {
  readonly isRight: (value: unknown) => boolean;
  readonly what: string;
}

const printable = (max: number) => new RegExp(`^[^\\p{C}]{1,${String(max)}}$`, 'u');
const textLike = (pattern: RegExp) => (value: unknown) =>
  typeof value === 'string' && pattern.test(value);

const id: Check = { isRight: textLike(/^[\w-]{8,64}$/), what: 'an id' };
const tppId: Check = {
  isRight: textLike(/^PSD[A-Z]{2}-[A-Z]{2,8}-[!-~]{1,64}$/),
  what: 'an organizationIdentifier like PSDNO-FSA-123456789',
};
const until: Check = {
  isRight: (value) => value === undefined || isDay(value),
  what: 'a day, YYYY-MM-DD, or left out',
};
const reason: Check = { isRight: textLike(printable(200)), what: 'a text of 1 to 200 characters' };

const paymentId: Check = {
  isRight: textLike(/^[0-9a-f]{32}$/),
  what: '32 hexadecimal digits',
};
const body: Check = {
  isRight: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  what: 'an object',
};

const service: Check = {
  isRight: (value) => (operatedServices as readonly unknown[]).includes(value),
  what: `one of ${operatedServices.join(', ')}`,
};
const seq: Check = { isRight: textLike(/^[1-9]\d{0,17}$/), what: 'the number of a parked message' };
const yesOrNo: Check = { isRight: (value) => typeof value === 'boolean', what: 'true or false' };
const nameOf = (what: string): Check => ({ isRight: textLike(printable(200)), what });

const operations: ReadonlyMap<unknown, Readonly<Record<string, Check>>> = new Map<
  string,
  Record<string, Check>
>([
  ['StopTpp', { id, tppId, until, reason }],
  ['ReleaseTpp', { id, tppId }],
  ['ListStoppedTpps', {}],
  ['CancelPayment', { id, paymentId }],
  ['ChangePayment', { id, paymentId, body }],
  ['ListParked', { service }],
  ['ShowParked', { service, seq, reveal: yesOrNo }],
  ['RetryParked', { service, seq, dryRun: yesOrNo }],
  ['DiscardParked', { service, seq, reason, dryRun: yesOrNo }],
  ['ListProjections', { service }],
  [
    'RebuildProjection',
    { service, projection: nameOf('the name of a projection'), dryRun: yesOrNo },
  ],
  ['ShowStream', { service, stream: nameOf('the id of a stream'), reveal: yesOrNo }],
]);

function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}
