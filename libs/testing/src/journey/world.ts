import { setTimeout as sleep } from 'node:timers/promises';
import type { TppAnswer, TppClient } from '@nordgate/tpp-client';
import type { PsuBrowser } from '@nordgate/tpp-client/psu';

/** The participants of a journey, and its narrator. */
export interface World {
  readonly tpp: TppClient;
  /** A PSU's browser without any history. */
  readonly newBrowser: () => PsuBrowser;
  readonly narrator: Narrator;
}

/** Reports the steps of a journey. */
export interface Narrator {
  /** A numbered part of the journey. */
  part(title: string): void;
  /** One action and its result. */
  step(what: string, result: string): void;
}

/** A customer of the sandbox as `GET /v1/sandbox/customers/{customerId}` shows it. */
export interface ListedCustomer {
  readonly customerNumber: string;
  readonly customerType: 'PRIVATE' | 'CORPORATE';
  readonly customerName: string;
  readonly accounts: readonly {
    readonly accountId: string;
    readonly bban: string;
    readonly iban: string;
  }[];
  readonly cardAccounts: readonly { readonly maskedPan: string; readonly name: string }[];
}

/** An account number of a customer, the first by default. @throws Error when there is none */
export function accountOf(customer: ListedCustomer | undefined, at = 0): string {
  const bban = customer?.accounts[at]?.bban;
  if (bban === undefined) throw new Error('the customer has no such account');
  return bban;
}

/** The bank's answer is not the promised one. */
export class JourneyError extends Error {
  override readonly name = 'JourneyError';
}

/** @throws JourneyError unless the condition holds */
export function demand(holds: boolean, promise: string, seen: unknown): asserts holds {
  if (!holds) throw new JourneyError(`${promise}; seen: ${inspect(seen)}`);
}

function inspect(seen: unknown): string {
  return (typeof seen === 'string' ? seen : JSON.stringify(seen)).slice(0, 600);
}

const reachesWithinMs = 60_000;
const pollMs = 20;

/**
 * Reads until the expected value appears. Statuses follow the events, over Kafka up to seconds later, so
 * a TPP has to repeat its GET.
 *
 * @throws JourneyError when the value does not appear within a minute
 */
export async function reaches(
  promise: string,
  expected: string,
  read: () => Promise<string>,
): Promise<void> {
  const started = Date.now();
  for (;;) {
    const seen = await read();
    if (seen === expected) return;
    demand(Date.now() - started < reachesWithinMs, promise, seen);
    await sleep(pollMs);
  }
}

interface Linked {
  readonly _links?: Readonly<Record<string, { readonly href: string; readonly verbs?: string[] }>>;
}

/** The JSON object of an answer. @throws JourneyError for another status and for no JSON object */
export function jsonWith<T extends object>(answer: TppAnswer, status: number): T {
  demand(answer.status === status, `status ${String(status)}`, { ...answer, headers: undefined });
  demand(typeof answer.json === 'object' && answer.json !== null, 'a JSON object', answer.text);
  return answer.json as T;
}

/** The scaRedirect address of an answer. @throws JourneyError when there is none */
export function scaRedirectOf(body: object): string {
  const link = (body as Linked)._links?.['scaRedirect'];
  demand(link !== undefined, 'a scaRedirect link', body);
  demand(link.verbs?.join() === 'GET', 'a scaRedirect link with the verb GET', link);
  return link.href;
}

/**
 * The messages that say why the bank refused a request. A warning does not refuse, and some come by the calendar: on a
 * closed day the bank tells when it executes a payment.
 */
export function errorsOf({ json }: TppAnswer): readonly TppMessage[] {
  const { tppMessages = [] } = (json ?? {}) as { tppMessages?: readonly TppMessage[] };
  return tppMessages.filter(({ category }) => category === 'ERROR');
}

interface TppMessage {
  readonly category: string;
  readonly code: string;
  readonly path?: string;
}

/** The codes of the tppMessages of an answer. */
export function codesOf({ json }: TppAnswer): readonly string[] {
  return messagesOf(json).map(({ code }) => code);
}

/** Whether the bank refused the Date of the request: its clock and that of the TPP differ (specification section 5). */
export function refusesDate({ status, json }: TppAnswer): boolean {
  return status === 400 && messagesOf(json).some(({ text }) => text?.startsWith('Date differs'));
}

interface TppMessage {
  readonly code: string;
  readonly text?: string;
}

function messagesOf(json: unknown): readonly TppMessage[] {
  return (json as { tppMessages?: readonly TppMessage[] } | undefined)?.tppMessages ?? [];
}
