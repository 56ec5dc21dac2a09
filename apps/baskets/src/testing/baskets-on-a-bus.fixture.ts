import { defaultProfile } from '@nordgate/contracts/profile';
import { testApprovals } from '@nordgate/contracts/testing';
import { serviceOnABus } from '@nordgate/service/testing';
import type { ServiceOnABus } from '@nordgate/service/testing';
import { basketsAppWith } from '../baskets.module.js';

export type BasketsOnABus = ServiceOnABus<'sca.events.v1' | 'payments.events.v1'>;

/** Starts baskets on its own databases, or on the database at `shared` as another instance. */
export function basketsOnABus(shared?: string): Promise<BasketsOnABus> {
  return serviceOnABus(
    basketsAppWith(defaultProfile('production'), testApprovals),
    ['sca.events.v1', 'payments.events.v1'],
    shared,
  );
}
