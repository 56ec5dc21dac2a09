import { ServiceQuery } from './query.js';

/** Why the check of a signature refused a request, as `nordgate-tpp explain` says it. */
export interface RefusalVerdict {
  readonly reason: string;
  readonly text: string;
  /** How to fix the request. */
  readonly advice: string;
  /** The mistake in the TPP's program, where it could be found. */
  readonly mistake: string | null;
  /** The string that the bank checked, with masked values of personal headers; null without a readable Signature. */
  readonly signingString: string | null;
}

/** An element of tppMessages in the answer. */
export interface AnsweredMessage {
  readonly code: string;
  readonly path: string | null;
  readonly text: string;
}

/** A request of a TPP as a gateway of the sandbox keeps it: without body, signature and certificate. */
export interface KeptRequest {
  /** Names the request among all gateways. */
  readonly id: string;
  /** When its answer was sent, ISO 8601. */
  readonly at: string;
  readonly method: string;
  /** Path and query, without account numbers. */
  readonly target: string;
  readonly status: number;
  /** The X-Request-ID. */
  readonly requestId: string | null;
  /** The id of its trace, while traces are recorded. */
  readonly traceId: string | null;
  /** Its signature holds. Otherwise anybody who has the certificate can have sent it. */
  readonly isProven: boolean;
  /** Some of its headers, in the order of their names. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly messages: readonly AnsweredMessage[];
  readonly verdict: RefusalVerdict | null;
}

/** The last requests of a TPP that one gateway of the sandbox has answered, newest first. */
export class GetTppRequests extends ServiceQuery<readonly KeptRequest[]> {
  static readonly service = 'gateway';
  constructor(readonly tpp: string) {
    super();
  }
}

/** An event of a TPP's own stream. */
export interface ShownEvent {
  readonly version: number;
  readonly type: string;
  /** ISO 8601. */
  readonly at: string;
  /** The id of the trace of its request, if traces were recorded. */
  readonly traceId: string | null;
  /** JSON without secrets and account numbers. */
  readonly data: string;
}

/** A payment or a basket of a TPP with its history. */
export interface ShownStream {
  /** The id of the resource, without the name of the stream's type. */
  readonly id: string;
  /** The oldest first. */
  readonly events: readonly ShownEvent[];
}

/** A payment of a TPP with its history. */
export interface ShownPayment extends ShownStream {
  readonly service: 'payments' | 'periodic-payments' | 'bulk-payments';
  readonly status: string;
}

/** The payments of a TPP in one generation of the sandbox that changed last, newest first. Sandbox only. */
export class GetTppPayments extends ServiceQuery<readonly ShownPayment[]> {
  static readonly service = 'payments';
  constructor(
    readonly tpp: string,
    readonly generation: number,
  ) {
    super();
  }
}

/** The baskets of a TPP in one generation of the sandbox that changed last, newest first. Sandbox only. */
export class GetTppBaskets extends ServiceQuery<readonly ShownStream[]> {
  static readonly service = 'baskets';
  constructor(
    readonly tpp: string,
    readonly generation: number,
  ) {
    super();
  }
}

/**
 * Keeps a code for the console, by its SHA-256. A repeat changes nothing. The answer is when the code
 * expires, ISO 8601. Sandbox only.
 */
export class KeepConsoleCode extends ServiceQuery<string> {
  static readonly service = 'accounts';
  constructor(
    readonly codeHash: string,
    readonly tpp: string,
  ) {
    super();
  }
}
