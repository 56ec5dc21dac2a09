import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSecrets } from '@nordgate/service/new-secrets';
import {
  ApprovalSettings,
  readSettings,
  SecretWatch,
  SettingsError,
} from '@nordgate/service/settings';
import { basketsProcess } from './baskets.module.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-baskets-'));
  await makeSecrets(folder);
});
afterEach(() => rm(folder, { recursive: true }));

const open = () =>
  basketsProcess.open(
    readSettings(ApprovalSettings, {
      KAFKA_BROKERS: 'kafka:9092',
      NORDGATE_SECRETS_DIR: folder,
      NORDGATE_ENVIRONMENT: 'sandbox',
      DATABASE_URL: 'postgres://db/baskets',
    }),
    new SecretWatch(),
  );

describe('the process of baskets', () => {
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
