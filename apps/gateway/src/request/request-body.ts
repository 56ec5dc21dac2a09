import {
  doubtfulNumbersIn,
  numbersInDoubt,
  parseJsonBody,
  pathOfPointer,
} from '@nordgate/contracts/http';
import { FindSandboxNumbers } from '@nordgate/contracts/queries';
import { bodyRulesOf } from '@nordgate/contracts/profile';
import type { BankProfile } from '@nordgate/contracts/profile';
import type { QueryClient } from '@nordgate/service';
import type { BodyContext, BodyType, Fault, ParsedBody } from '@nordgate/contracts/http';
import { fault, RequestError } from '../reply/request-error.js';
import { dayInOslo } from '@nordgate/contracts/rules';

/** A valid body, with warnings about its discouraged parts. */
export interface ReadBody<T> {
  readonly value: T;
  readonly warnings: readonly Fault[];
  /** The place in the sent body of a place in `value`; absent where both are the same. */
  readonly sentPlace?: (at: readonly (string | number)[]) => readonly (string | number)[];
}

/** Parses the bytes of a verified request as a body. Throws RequestError with all its faults. */
export function readBody<T>(
  type: BodyType<T>,
  bytes: unknown,
  sender: Sender,
  edge: Clocked,
): ReadBody<T> {
  return faultless(type.parse(jsonOf(bytes), bodyContextOf(sender, edge)));
}

/**
 * The same for a body that names accounts. In the sandbox a number with a wrong check digit is accepted
 * when it is that of an account there; only then is anybody asked.
 */
export async function readBodyWithAccounts<T>(
  type: BodyType<T>,
  bytes: unknown,
  sender: Sender,
  edge: Clocked & { readonly queries: QueryClient },
): Promise<ReadBody<T>> {
  const json = jsonOf(bytes);
  const context = bodyContextOf(sender, edge);
  const body = type.parse(json, context);
  if (!('faults' in body) || edge.settings.environment !== 'sandbox') return faultless(body);
  const doubted = body.faults.map(({ path, rule }) => ({ at: pathOfPointer(path), rule }));
  if (numbersInDoubt(json, doubted).length === 0) return faultless(body);
  const query = new FindSandboxNumbers(doubtfulNumbersIn(json), sender.generation);
  const sandboxNumbers = new Set(await edge.queries.ask(query));
  return faultless(type.parse(json, { ...context, sandboxNumbers }));
}

/** The sender of a body: its world, and the fixes that it has accepted. */
export interface Sender {
  readonly generation: number;
  /** How far the sender's world is ahead of the clocks, in milliseconds. Absent: it is not. */
  readonly aheadMs?: number;
  readonly fixes: ReadonlySet<string>;
}

/** The settings of the bank and the time of the sender's world. */
export interface Clocked {
  readonly settings: {
    readonly profile: BankProfile;
    readonly environment?: 'sandbox' | 'production';
  };
  now(sender: Pick<Sender, 'aheadMs'>): Date;
}

/** The facts that the rules of a body need; the day is that of the sender's world. */
export function bodyContextOf(
  sender: Pick<Sender, 'aheadMs' | 'fixes'>,
  edge: Clocked,
): BodyContext {
  const day = dayInOslo(edge.now(sender));
  return { ...bodyRulesOf(edge.settings.profile, day), fixes: sender.fixes };
}

function jsonOf(bytes: unknown): object {
  const json = parseJsonBody(bytesOf(bytes));
  if ('faults' in json) throw new RequestError(json.faults);
  return json.value;
}

/** The bytes of a body. Throws RequestError for a request without one. */
export function bytesOf(bytes: unknown): Buffer {
  if (Buffer.isBuffer(bytes)) return bytes;
  throw new RequestError([fault('FORMAT_ERROR', 'json.empty')]);
}

/** A body without faults. Throws RequestError with all faults of another one. */
export function faultless<T>(body: ParsedBody<T>): ReadBody<T> {
  if ('faults' in body) throw new RequestError(body.faults);
  return body;
}
