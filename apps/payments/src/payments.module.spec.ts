import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultProfile } from '@nordgate/contracts/profile';
import type { BankProfile } from '@nordgate/contracts/profile';
import { testApprovals } from '@nordgate/contracts/testing';
import { retentionsOf } from '@nordgate/event-store';
import { makeSecrets } from '@nordgate/service/new-secrets';
import { readSettings, SecretWatch, SettingsError } from '@nordgate/service/settings';
import { paymentsAppWith, PaymentsProcessSettings, paymentsProcess } from './payments.module.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-payments-'));
  await makeSecrets(folder);
});
afterEach(() => rm(folder, { recursive: true }));

const open = () =>
  paymentsProcess.open(
    readSettings(PaymentsProcessSettings, {
      KAFKA_BROKERS: 'kafka:9092',
      NORDGATE_SECRETS_DIR: folder,
      NORDGATE_ENVIRONMENT: 'sandbox',
      DATABASE_URL: 'postgres://db/payments',
    }),
    new SecretWatch(),
  );

describe('the process of payments', () => {
  it('needs the public keys of approvals, and not the private one', async () => {
    await rm(join(folder, 'approvals.key.pem'));
    expect([...(await open()).approvalKeys.keys()]).toHaveLength(1);
  });

  it('does not start without these keys', async () => {
    await rm(join(folder, 'approvals.pub.pem'));
    const fault = await open().catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(SettingsError);
    expect((fault as SettingsError).message).toContain('approvals.pub.pem');
  });
});

it.each<[number, Pick<BankProfile, 'retention'>]>([
  [72, {}],
  [24, { retention: { paymentMonths: 24 } }],
])('payments and counts of exemptions are kept for %d months by a profile with %j', (kept, own) => {
  const { streams, retention } = paymentsAppWith(
    { ...defaultProfile('sandbox'), ...own },
    testApprovals,
  );
  const found = retentionsOf({ streams, months: retention ?? {} });
  const months = found.map(({ streamType, months }) => [streamType.name, months]);
  expect(months).toEqual([
    ['payment', kept],
    ['exemptions', kept],
  ]);
});

it.each<[object, Pick<BankProfile, 'retention'>]>([
  [{}, {}],
  [{ payment: 15 }, { retention: { paymentArchiveMonths: 15 } }],
])('payments are archived after %j by a profile with %j', (months, own) => {
  const profile = { ...defaultProfile('sandbox'), ...own };
  expect(paymentsAppWith(profile, testApprovals).archive).toEqual(months);
});
