import { isBatchRequest } from './batch-request.js';
import type { AuditRequest } from './audit-request.js';
import type { BatchRequest } from './batch-request.js';
import type { EraseSubjectRequest } from './erasure-request.js';
import type { Explained, Identified, Justified, OfPayment, OfTpp } from './operation-fields.js';
import type { OperatedService, ServiceRequest } from './service-request.js';
import type { ShowSubjectRequest } from './subject-request.js';
import type { FindRequestsRequest, ShowWorldRequest, WatchRequest } from './watch-request.js';
import { generatedSchemas, mismatchOf } from '../base/message/generated-schemas.js';

export interface StopTppRequest extends OfTpp, Justified {
  readonly name: 'StopTpp';
  /**
   * the last day of the stop in Oslo, YYYY-MM-DD; absent for a stop without an end
   *
   * @format date
   */
  readonly until?: string;
}

export interface ReleaseTppRequest extends OfTpp, Explained {
  readonly name: 'ReleaseTpp';
}

export interface ListStoppedRequest {
  readonly name: 'ListStoppedTpps';
}

export interface PlanMaintenanceRequest extends Identified, Explained {
  readonly name: 'PlanMaintenance';
  /**
   * when the window begins, as 2026-11-28T01:00:00.000Z; absent for one that begins now, or to change the one that runs
   *
   * @format utc-time
   */
  readonly from?: string;
  /**
   * when the window ends, as 2026-11-28T01:00:00.000Z
   *
   * @format utc-time
   */
  readonly until: string;
  /** true or false: whether requests that only read are answered meanwhile */
  readonly readsGoOn: boolean;
}

export interface EndMaintenanceRequest extends Identified, Explained {
  readonly name: 'EndMaintenance';
  /**
   * when the window begins, as 2026-11-28T01:00:00.000Z; absent for the one that runs
   *
   * @format utc-time
   */
  readonly from?: string;
}

export interface ListMaintenanceRequest {
  readonly name: 'ListMaintenance';
}

export interface ListContactsRequest {
  readonly name: 'ListTppContacts';
}

export interface CancelPaymentRequest extends OfPayment, Explained {
  readonly name: 'CancelPayment';
}

export interface ChangePaymentRequest extends OfPayment, Explained {
  readonly name: 'ChangePayment';
  /** an object: the whole payment, as in the body of its initiation; the service checks it */
  readonly body: object;
}

/** What the bank's operator requests through the door for operations (`POST /internal/operations`). */
export type OperatorRequest =
  | StopTppRequest
  | ReleaseTppRequest
  | ListStoppedRequest
  | ListContactsRequest
  | PlanMaintenanceRequest
  | EndMaintenanceRequest
  | ListMaintenanceRequest
  | CancelPaymentRequest
  | ChangePaymentRequest
  | BatchRequest
  | FindRequestsRequest
  | ShowWorldRequest
  | AuditRequest
  | ServiceRequest
  | ShowSubjectRequest
  | EraseSubjectRequest
  | WatchRequest;

/** The definition of each request in `operations.json`, by the name of the operation. */
const definitions: ReadonlyMap<unknown, string> = new Map<OperatorRequest['name'], string>([
  ['StopTpp', 'StopTppRequest'],
  ['ReleaseTpp', 'ReleaseTppRequest'],
  ['ListStoppedTpps', 'ListStoppedRequest'],
  ['ListTppContacts', 'ListContactsRequest'],
  ['PlanMaintenance', 'PlanMaintenanceRequest'],
  ['EndMaintenance', 'EndMaintenanceRequest'],
  ['ListMaintenance', 'ListMaintenanceRequest'],
  ['CancelPayment', 'CancelPaymentRequest'],
  ['ChangePayment', 'ChangePaymentRequest'],
  ['ListBatchRuns', 'ListBatchRunsRequest'],
  ['ShowBatchRun', 'ShowBatchRunRequest'],
  ['StartBatchRun', 'StartBatchRunRequest'],
  ['HoldPayment', 'HoldPaymentRequest'],
  ['ReleasePayment', 'ReleasePaymentRequest'],
  ['HoldTpp', 'HoldTppRequest'],
  ['ReleaseHeldTpp', 'ReleaseHeldTppRequest'],
  ['ListHolds', 'ListHoldsRequest'],
  ['ListOverdueTransfers', 'ListOverdueTransfersRequest'],
  ['ListContradictions', 'ListContradictionsRequest'],
  ['ListParked', 'ListParkedRequest'],
  ['CountParked', 'CountParkedRequest'],
  ['ShowParked', 'ShowParkedRequest'],
  ['RetryParked', 'RetryParkedRequest'],
  ['RetryNextParked', 'RetryNextParkedRequest'],
  ['DiscardParked', 'DiscardParkedRequest'],
  ['ListProjections', 'ListProjectionsRequest'],
  ['RebuildProjection', 'RebuildProjectionRequest'],
  ['ShowStream', 'ShowStreamRequest'],
  ['ShowRetention', 'ShowRetentionRequest'],
  ['ShowSubject', 'ShowSubjectRequest'],
  ['EraseSubject', 'EraseSubjectRequest'],
  ['ShowStatus', 'ShowStatusRequest'],
  ['ShowTrace', 'ShowTraceRequest'],
  ['FindRequests', 'FindRequestsRequest'],
  ['ShowWorld', 'ShowWorldRequest'],
  ['ListAudit', 'ListAuditRequest'],
  ['ConfirmOperation', 'ConfirmOperationRequest'],
]);

/** The service that executes a request. */
export function operatedBy(request: OperatorRequest): OperatedService {
  if ('service' in request) return request.service;
  if (isBatchRequest(request)) return 'batch';
  return 'paymentId' in request ? 'payments' : 'accounts';
}

/** A request of the operator, or what is wrong with it. */
export type ReadOperatorRequest =
  | { readonly request: OperatorRequest }
  | { readonly fault: string };

/** Reads a request from a parsed JSON body: exactly the fields of its operation, and no others. */
export function operatorRequestFrom(body: unknown): ReadOperatorRequest {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { fault: 'the body has to be an object' };
  }
  const definition = definitions.get((body as Partial<OperatorRequest>).name);
  if (definition === undefined) return { fault: 'there is no such operation' };
  const mismatch = mismatchOf('operations', definition, body);
  if (mismatch === undefined) return { request: body as OperatorRequest };
  const { field } = mismatch;
  // The sender chose the name of an unknown field: the answer does not repeat it.
  if (field === '') return { fault: 'there is a field that the operation does not have' };
  return { fault: `${field} has to be ${meaningOf(definition, field)}` };
}

function meaningOf(definition: string, field: string): string {
  const { properties } = generatedSchemas('operations').definitions[definition] as {
    readonly properties: Readonly<Record<string, { readonly description?: string }>>;
  };
  return properties[field]?.description ?? 'right';
}
