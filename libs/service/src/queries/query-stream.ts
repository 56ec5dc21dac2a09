import {
  GetAuthorisation,
  GetAuthorisations,
  GetBasket,
  GetBatchRun,
  GetConsent,
  GetPayment,
} from '@nordgate/contracts/queries';
import type { AuthorisableKind, ServiceQuery } from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';

/** Of a resource: the stream that its authorisations are for. */
const streamOfResource: { readonly [Kind in AuthorisableKind]: (id: string) => string } = {
  payment: streams.payment.id,
  cancellation: streams.payment.id,
  basket: streams.basket.id,
  // A consent has the id of its first authorisation.
  access: streams.authorisation.id,
};

/**
 * The stream that a query reads; undefined for a query about several streams or none. A caller asks for a stream
 * before its command is decided, too: whether the stream exists does not matter.
 */
export function streamOf(query: ServiceQuery<unknown>): string | undefined {
  if (query instanceof GetPayment) return streams.payment.id(query.paymentId);
  if (query instanceof GetBasket) return streams.basket.id(query.basketId);
  if (query instanceof GetAuthorisation) return streams.authorisation.id(query.authorisationId);
  if (query instanceof GetAuthorisations) return streamOfResource[query.kind](query.resourceId);
  if (query instanceof GetConsent) return streamOfResource.access(query.consentId);
  if (query instanceof GetBatchRun) return streams.batchRun.id(query.runId);
  return undefined;
}
