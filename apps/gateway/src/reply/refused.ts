import type { Fault, FaultParams, Links } from '@nordgate/contracts/http';
import type { MessageCode } from '@nordgate/contracts/codes';
import type { TextKey } from '@nordgate/contracts/texts';
import type { Complaint } from './tpp-messages.js';
import { statusOf } from './tpp-messages.js';

export interface RefusedOptions {
  /** Where the status differs from that of the first complaint's code. */
  readonly status?: number;
  readonly links?: Links;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Ends a request with an answer from the code list; the one error that edge code throws. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  readonly links: Links | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly complaints: readonly Complaint[],
    options: RefusedOptions = {},
  ) {
    super('refused');
    this.status = options.status ?? statusOfFirst(complaints);
    this.links = options.links;
    this.headers = options.headers ?? {};
  }
}

/** One fault as it will be worded. `path` is a header name, a parameter or a JSON pointer. */
export function fault(
  code: MessageCode,
  rule: TextKey,
  path = '',
  params: FaultParams = {},
): Fault {
  return { code, rule, path, params };
}

/** Nothing was taken and nothing is promised: the same request may come again. */
export function unavailable(): Refused {
  const busy = fault('SYSTEM_ERROR', 'system.unavailable');
  return new Refused([busy], { status: 503, headers: { 'retry-after': retryAfterSeconds } });
}

const retryAfterSeconds = '2';

function statusOfFirst(complaints: readonly Complaint[]): number {
  const [first] = complaints;
  if (first === undefined) return statusOf.SYSTEM_ERROR;
  return statusOf['refused' in first ? first.refused : first.code];
}
