import {
  doubtfulNumbersIn,
  numbersInDoubt,
  parseJsonBody,
  pathOfPointer,
} from '@nordgate/contracts/http';
import { FindSandboxNumbers } from '@nordgate/contracts/queries';
import { bodyRulesOf } from '@nordgate/contracts/profile';
import type { BodyContext, BodyType, Fault, ParsedBody } from '@nordgate/contracts/http';
import { fault, RequestError } from '../reply/request-error.js';
import type { Caller } from './caller.js';
import type { Edge } from './edge.js';
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
  caller: Caller,
  edge: Clocked,
): ReadBody<T> {
  return faultless(type.parse(jsonOf(bytes), bodyContextOf(caller, edge)));
}

/**
 * The same for a body that names accounts. In the sandbox a number with a wrong check digit is accepted
 * when it is that of an account there; only then is anybody asked.
 */
export async function readBodyWithAccounts<T>(
  type: BodyType<T>,
  bytes: unknown,
  caller: Caller,
  edge: Clocked & Pick<Edge, 'queries'>,
): Promise<ReadBody<T>> {
  const json = jsonOf(bytes);
  const context = bodyContextOf(caller, edge);
  const body = type.parse(json, context);
  if (!('faults' in body) || edge.settings.environment !== 'sandbox') return faultless(body);
  const doubted = body.faults.map(({ path, rule }) => ({ at: pathOfPointer(path), rule }));
  if (numbersInDoubt(json, doubted).length === 0) return faultless(body);
  const query = new FindSandboxNumbers(doubtfulNumbersIn(json), caller.generation);
  const sandboxNumbers = new Set(await edge.queries.ask(query));
  return faultless(type.parse(json, { ...context, sandboxNumbers }));
}

/** The settings of the bank and the time of the caller's world. */
export type Clocked = Pick<Edge, 'settings' | 'now'>;

/** The facts that the rules of a body need; the day is that of the caller's world. */
export function bodyContextOf(
  caller: Pick<Caller, 'fixes' | 'aheadMs'>,
  edge: Clocked,
): BodyContext {
  const day = dayInOslo(edge.now(caller));
  return { ...bodyRulesOf(edge.settings.profile, day), fixes: caller.fixes };
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
