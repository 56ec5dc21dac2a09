import { serviceOnABus } from '@nordgate/service/testing';
import type { ServiceOnABus } from '@nordgate/service/testing';
import { paymentsApp } from '../payments.module.js';

export type PaymentsOnABus = ServiceOnABus<'sca.events.v1' | 'baskets.events.v1'>;

/** Starts payments on its own databases, or on the database at `shared` as another instance. */
export function paymentsOnABus(app = paymentsApp, shared?: string): Promise<PaymentsOnABus> {
  return serviceOnABus(app, ['sca.events.v1', 'baskets.events.v1'], shared);
}
