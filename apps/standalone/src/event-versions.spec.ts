import { sandboxAccountsApp } from '@nordgate/accounts/accounts.sandbox';
import { basketsApp } from '@nordgate/baskets/baskets.module';
import { batchAppWith } from '@nordgate/batch/batch.module';
import { newestVersionOf } from '@nordgate/contracts/events';
import { defaultProfile } from '@nordgate/contracts/profile';
import { testApprovals } from '@nordgate/contracts/testing';
import { paymentsApp } from '@nordgate/payments/payments.module';
import { scaApp } from '@nordgate/sca/sca.module';

const batchApp = batchAppWith(defaultProfile('sandbox'), testApprovals);
const apps = [sandboxAccountsApp, basketsApp, batchApp, paymentsApp, scaApp];
const events = apps.flatMap(({ streams }) =>
  streams.flatMap((stream) =>
    Object.entries(stream.events).map(([type, forms]) => ({ stream: stream.name, type, forms })),
  ),
);

describe('the newest version that consumers read', () => {
  it('is known of the events of every service', () => {
    expect(events.length).toBeGreaterThan(60);
    expect(new Set(events.map(({ type }) => type))).toContain('PaymentInitiated');
  });

  it.each(events)('is the newest that $stream streams read of $type', ({ type, forms }) => {
    expect(newestVersionOf(type)).toBe(forms.version + (forms.downcasts?.length ?? 0));
  });
});
