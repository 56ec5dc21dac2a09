import { serviceOnABus } from '@nordgate/service/testing';
import type { ServiceOnABus } from '@nordgate/service/testing';
import { paymentsApp } from '../payments.module.js';

export type PaymentsOnABus = ServiceOnABus<'sca.events.v1' | 'baskets.events.v1'>;

/** Starts payments on its own databases. */
export function paymentsOnABus(app = paymentsApp): Promise<PaymentsOnABus> {
  return serviceOnABus(app, ['sca.events.v1', 'baskets.events.v1']);
}
