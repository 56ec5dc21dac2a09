import type { SigningCertificate } from '../base/values/initiation.v1.js';
import type { TracedSpan } from '../base/message/trace-tree.js';
import { ServiceQuery } from '../base/message/query.js';

/** Who asked for a code of the console, as the signed request said it. */
export interface ConsoleHolder {
  /** organizationIdentifier of the certificate. */
  readonly tpp: string;
  /** The roles that the TPP had then: PSD2 roles such as `PSP_AI`. */
  readonly roles: readonly string[];
  /** The certificate of the request, as revocation lists name it. */
  readonly certificate?: SigningCertificate;
}

/** Whether a TPP may act now, and with which roles; `why` is for its developer. */
export type TppAdmission =
  | { readonly is: 'admitted'; readonly roles: readonly string[] }
  | { readonly is: 'refused'; readonly why: string };

/** Whether a gateway would take requests of this holder now. Sandbox only. */
export class GetTppAdmission extends ServiceQuery<TppAdmission> {
  static readonly service = 'gateway';
  constructor(readonly holder: ConsoleHolder) {
    super();
  }
}

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

/** A payment, a basket or a consent, by the id that the TPP knows. */
export interface ShownResource {
  readonly kind: 'payment' | 'basket' | 'consent';
  readonly id: string;
}

/** What an answer asked of the TPP. */
export interface AnswerFacts {
  /** Path and query of the next page. */
  readonly next: string | null;
  /** Retry-After in seconds. */
  readonly retryAfterSeconds: number | null;
  /** The answer has a link to SCA. */
  readonly hasScaRedirect: boolean;
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
  /** The names of headers that were sent and whose values are not kept. Gateways of an earlier release do not send it. */
  readonly hidden?: readonly string[];
  /** Gateways of an earlier release send neither. */
  readonly answer?: AnswerFacts;
  /** The payment, basket or consent that the request made or names. */
  readonly resource?: ShownResource | null;
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

/** A kept request with its TPP, and the spans of its trace that the gateway made. */
export interface FoundRequest {
  readonly tpp: string;
  readonly request: KeptRequest;
  readonly spans: readonly TracedSpan[];
}

/** The requests with an X-Request-ID that one gateway of the sandbox keeps, newest first. */
export class FindKeptRequests extends ServiceQuery<readonly FoundRequest[]> {
  static readonly service = 'gateway';
  constructor(readonly requestId: string) {
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
  /** Of an earlier release of payments this and the next two are missing. */
  readonly product?: string;
  /** Decimal and currency; one for each currency of a bulk. */
  readonly amounts?: readonly string[];
  /** The names of the payees. */
  readonly payees?: readonly string[];
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
    /** Gateways of an earlier release do not send it: such a code makes no certificates. */
    readonly asked?: Omit<ConsoleHolder, 'tpp'>,
  ) {
    super();
  }
}
