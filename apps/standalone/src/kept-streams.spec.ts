import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { holdingEntries } from '@nordgate/accounts/accounts.module';
import { sandboxAccountsApp } from '@nordgate/accounts/accounts.sandbox';
import { basketsAppWith } from '@nordgate/baskets/baskets.module';
import { batchAppWith } from '@nordgate/batch/batch.module';
import { operatedServices } from '@nordgate/contracts/commands';
import type { OperatedService } from '@nordgate/contracts/commands';
import { defaultProfile } from '@nordgate/contracts/profile';
import { testApprovals } from '@nordgate/contracts/testing';
import type { AnyStreamType } from '@nordgate/decider';
import { paymentsAppWith } from '@nordgate/payments/payments.module';
import { retentionFrom } from '@nordgate/sca/sca.module';
import { sandboxScaApp } from '@nordgate/sca/sca.sandbox';
import type { ServiceDefinition } from '@nordgate/service';
import { keptStream, keptStreamsOn } from '@nordgate/testing';
import type { EndOfEvents } from '@nordgate/testing';

const months = 14;
const profile = defaultProfile('sandbox');

/** Each service with all of its streams, as in a bank that sets every term. */
const apps: Readonly<Record<OperatedService, ServiceDefinition>> = {
  accounts: holdingEntries(sandboxAccountsApp, months),
  baskets: basketsAppWith(profile, testApprovals),
  batch: batchAppWith(profile, testApprovals),
  payments: paymentsAppWith(profile, testApprovals),
  sca: { ...sandboxScaApp, ...retentionFrom({ authorisationMonths: months }) },
};

const page = readFileSync(join(import.meta.dirname, '../../../docs/operations/data.md'), 'utf8');
const kept = keptStreamsOn(page);

/** What makes events go. */
type Going = Extract<EndOfEvents, 'end' | 'carried forward'>;

/** What the declaration of a category says of its events; none where nothing makes them go. */
function declaredOf({ hasEnded, carriedForwardBy }: AnyStreamType): Going | undefined {
  if (hasEnded !== undefined) return 'end';
  return carriedForwardBy === undefined ? undefined : 'carried forward';
}

describe('the page about personal data', () => {
  it.each(operatedServices)(
    'says of each category of streams of %s what becomes of its events, as the code has it',
    (service) => {
      const wrong = apps[service].streams.flatMap((type) => {
        const { is = [], events } = keptStream(kept, service, type.name) ?? {};
        const declared = declaredOf(type);
        const goesOn = is.filter((one) => one === 'bounded' || one === 'grow');
        const going = is.filter((one) => one === 'end' || one === 'carried forward');
        const isSaid = declared === undefined ? goesOn.length === 1 : is.includes(declared);
        const isRight = isSaid && going.every((one) => one === declared);
        return isRight ? [] : [`${type.name}: ${events ?? 'is not on the page'}`];
      });
      expect(wrong).toEqual([]);
    },
  );

  it.each(operatedServices)('names no category of streams that %s does not have', (service) => {
    const named = kept.filter((one) => one.service === service).map(({ category }) => category);
    const known = apps[service].streams.map(({ name }) => name);
    expect(named.filter((category) => !known.includes(category))).toEqual([]);
  });
});

describe('the terms of a service', () => {
  it.each(operatedServices)(
    'delete or drop the events of each category of %s that ends or is carried forward',
    (service) => {
      const { streams, retention = {}, carried = {} } = apps[service];
      const namesOf = (end: Going) =>
        streams.filter((type) => declaredOf(type) === end).map(({ name }) => name);
      expect(Object.keys(retention).toSorted()).toEqual(namesOf('end').toSorted());
      expect(Object.keys(carried).toSorted()).toEqual(namesOf('carried forward').toSorted());
    },
  );
});
