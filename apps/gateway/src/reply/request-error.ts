import type { Fault, FaultParams, Links } from '@nordgate/contracts/http';
import { retryAfterOf } from '@nordgate/contracts/rules';
import type { MaintenanceWindow } from '@nordgate/contracts/rules';
import type { MessageCode } from '@nordgate/contracts/codes';
import type { TextKey } from '@nordgate/contracts/texts';
import type { ReportedFault } from './tpp-messages.js';
import { statusOf } from './tpp-messages.js';

export interface RequestErrorOptions {
  /** The status, where it is not the one of the first fault's code. */
  readonly status?: number;
  readonly links?: Links;
  /** The consent that the answer names. */
  readonly consentId?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Ends a request with an error answer: its faults become tppMessages. The only error of the edge. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly status: number;
  readonly links: Links | undefined;
  readonly consentId: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly faults: readonly ReportedFault[],
    options: RequestErrorOptions = {},
  ) {
    super('the request was rejected');
    this.status = options.status ?? statusOfFirst(faults);
    this.links = options.links;
    this.consentId = options.consentId;
    this.headers = options.headers ?? {};
  }
}

/** Makes a fault. `rule` names its text; `path` is a header, a parameter or a JSON pointer. */
export function fault(
  code: MessageCode,
  rule: TextKey,
  path = '',
  params: FaultParams = {},
): Fault {
  return { code, rule, path, params };
}

/** 503 with Retry-After: nothing was accepted, and the TPP may send the same request again. */
export const unavailable = (): RequestError => laterBecause('system.unavailable');

/** 503 with Retry-After: the resource was received, and no service has decided it yet. */
export const undecided = (): RequestError => laterBecause('system.undecided');

/** 503 with Retry-After, while the operator works on the bank. It never sends a TPP away beyond the end of the work. */
export function inMaintenance(window: MaintenanceWindow, now: Date): RequestError {
  const { until } = window;
  return laterBecause('system.maintenance', String(retryAfterOf(window, now)), { until });
}

/** 503 with Retry-After for an operation that the bank's profile switches off. */
export const switchedOff = (): RequestError =>
  laterBecause('system.switchedOff', switchedOffSeconds);

function laterBecause(
  rule: TextKey,
  seconds = retryAfterSeconds,
  params: FaultParams = {},
): RequestError {
  const busy = fault('SYSTEM_ERROR', rule, '', params);
  return new RequestError([busy], { status: 503, headers: { 'retry-after': seconds } });
}

/** 400 for a request whose connection ended before it was complete or answered. */
export const cutShort = (): RequestError =>
  new RequestError([fault('BAD_REQUEST', 'request.malformed')]);

/** 408 for a request whose body comes too slowly (RFC 9110 section 15.5.9). */
export const tooSlow = (): RequestError =>
  new RequestError([fault('BAD_REQUEST', 'request.tooSlow')], { status: 408 });

/** 413 for a body that is larger than its route takes, or than the bank stores in one piece. */
export const tooLargeBody = (): RequestError =>
  new RequestError([fault('BAD_REQUEST', 'request.tooLarge')], { status: 413 });

const retryAfterSeconds = '2';
/** Nobody knows when the bank switches it on again. */
const switchedOffSeconds = '600';

function statusOfFirst(faults: readonly ReportedFault[]): number {
  const [first] = faults;
  if (first === undefined) return statusOf.SYSTEM_ERROR;
  return statusOf['refused' in first ? first.refused : first.code];
}
