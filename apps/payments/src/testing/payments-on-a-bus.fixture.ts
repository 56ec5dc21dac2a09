import { testApprovals } from '@nordgate/contracts/testing';
import { serviceOnABus } from '@nordgate/service/testing';
import { checkingApprovals } from '@nordgate/service';
import type { ServiceDefinition } from '@nordgate/service';
import type { ServiceOnABus } from '@nordgate/service/testing';
import { paymentsApp } from '../payments.module.js';

export type PaymentsOnABus = ServiceOnABus<
  'accounts.events.v1' | 'sca.events.v1' | 'baskets.events.v1' | 'batch.events.v1'
>;

/**
 * Starts payments with other parts of its definition where they are given, on its own databases or on the
 * database at `shared` as another instance.
 */
export function paymentsOnABus(
  change: Partial<ServiceDefinition> = {},
  shared?: string,
): Promise<PaymentsOnABus> {
  const providers = [checkingApprovals(testApprovals)];
  const app = { ...paymentsApp, providers, ...change };
  const neighbours = [
    ...(['accounts.events.v1', 'sca.events.v1', 'baskets.events.v1', 'batch.events.v1'] as const),
  ];
  return serviceOnABus(app, neighbours, shared);
}
