import type { OperatedService } from './service-request.js';
import type { OperationEvent } from './operation-events.v1.js';
import type { Explained } from './operation-fields.js';

/** What every service does about the record of its operations. */
export type AuditRequest = ListAuditRequest | ConfirmOperationRequest;

/** Lists the oldest {@link auditListMax} entries after one. */
export interface ListAuditRequest {
  readonly name: 'ListAudit';
  /** the name of a service: payments, baskets, sca, accounts or batch */
  readonly service: OperatedService;
  /**
   * the number of an entry, or 0; only later ones are listed
   *
   * @pattern ^(0|[1-9]\d{0,14})$
   */
  readonly after: string;
}

/** The entries in one list at most. */
export const auditListMax = 500;

/** Executes an operation that waits for a second person. */
export interface ConfirmOperationRequest extends Explained {
  readonly name: 'ConfirmOperation';
  /** the name of a service: payments, baskets, sca, accounts or batch */
  readonly service: OperatedService;
  /**
   * the id of a proposed operation
   *
   * @pattern ^[0-9a-f-]{36}$
   */
  readonly operation: string;
}

/** An entry of the record of a service, as it is stored: also a line of an export. */
export type AuditEntry = {
  readonly [Type in OperationEvent['type']]: {
    readonly service: OperatedService;
    readonly type: Type;
  } & Extract<OperationEvent, { readonly type: Type }>['data'];
}[OperationEvent['type']];

/** What a service answers to `ListAudit`. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** The last entry of the record now; entry 0 has 64 zeros as its hash. */
  readonly head: { readonly entry: number; readonly hash: string };
}

/** An operation that waits for a second person: nothing was done. */
export interface PendingOperation {
  readonly operation: string;
  readonly until: string;
}
