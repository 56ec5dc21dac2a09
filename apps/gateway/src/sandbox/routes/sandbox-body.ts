import {
  decimalMembersOf,
  firstFaults,
  isJsonObject,
  parseSandboxJson,
} from '@nordgate/contracts/http';
import type { BodyType, Fault, ParsedBody } from '@nordgate/contracts/http';
import type { Caller } from '../../access/caller.js';
import { bodyContextOf, bytesOf, faultless } from '../../request/request-body.js';
import type { Clocked } from '../../request/request-body.js';
import { fault, RequestError } from '../../reply/request-error.js';

/** A valid body of the mock-data API. */
export interface SandboxBody<T> {
  readonly value: T;
  /** The members as they were sent, which the answer to a creation repeats. */
  readonly sent: object;
  readonly warnings: readonly Fault[];
}

/**
 * Reads a body of the mock-data API. Its amounts may be JSON numbers, which are read exactly. Throws
 * RequestError with all its faults.
 */
export function readSandboxBody<T>(
  type: BodyType<T>,
  bytes: unknown,
  caller: Caller,
  edge: Clocked,
): SandboxBody<T> {
  const { value, sent } = jsonOf(type, bytes);
  const body = faultless(type.parse(value, bodyContextOf(caller, edge)));
  return { ...body, sent: isJsonObject(sent) ? sent : {} };
}

/** One body, or a list of them. */
export interface SandboxBodies<T> {
  readonly isList: boolean;
  readonly bodies: readonly SandboxBody<T>[];
}

/** Most bodies of a list. */
export const listedBodiesMax = 100;

/**
 * The same for a body that may be a list of 1 to 100 bodies. The faults of all of them are reported, each
 * with the place of its body before its path.
 */
export function readSandboxBodies<T>(
  type: BodyType<T>,
  bytes: unknown,
  caller: Caller,
  edge: Clocked,
): SandboxBodies<T> {
  const { value, sent } = jsonOf(type, bytes);
  if (!Array.isArray(value)) {
    if (!isJsonObject(value)) throw new RequestError([notReadable()]);
    return { isList: false, bodies: [readSandboxBody(type, bytes, caller, edge)] };
  }
  if (value.length < 1 || value.length > listedBodiesMax) throw new RequestError([notReadable()]);
  const context = bodyContextOf(caller, edge);
  const parsed = value.map((one, at) => atPlace(at, type.parse(one, context)));
  const faults = parsed.flatMap((one) => ('faults' in one ? one.faults : []));
  if (faults.length > 0) throw new RequestError(firstFaults(faults));
  const members = sent as readonly object[];
  const bodies = parsed.map((one, at) => ({ ...faultless(one), sent: members[at] ?? {} }));
  return { isList: true, bodies };
}

const notReadable = () => fault('FORMAT_ERROR', 'list.objectOrList', '', { max: listedBodiesMax });

function jsonOf(type: BodyType<unknown>, bytes: unknown) {
  const json = parseSandboxJson(bytesOf(bytes), decimalMembersOf(type.bodyClass));
  if ('faults' in json) throw new RequestError(json.faults);
  return json;
}

function atPlace<T>(at: number, body: ParsedBody<T>): ParsedBody<T> {
  const placed = (faults: readonly Fault[]) =>
    faults.map((one) => ({ ...one, path: `/${String(at)}${one.path}` }));
  if ('faults' in body) return { faults: placed(body.faults) };
  return { ...body, warnings: placed(body.warnings) };
}
