import {
  appendFile,
  copyFile,
  cp,
  mkdtemp,
  readdir,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeKeyPair } from '@nordgate/service/new-secrets';
import { makeProductionFiles, operatorKeyAt, secretsOf } from '../testing/production-files.js';
import { configFaults } from './config-faults.js';
import { services } from '../config.js';
import { apps, readEnvFiles } from './env-files.js';
import type { App } from './env-files.js';

const envFiles = join(import.meta.dirname, '..', '..', '..', '..', 'deploy', 'env', 'production');

let made: string;
let root: string;
beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'nordgate-production-'));
  await makeProductionFiles(made);
});
afterAll(() => rm(made, { recursive: true }));
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'nordgate-check-'));
  await cp(made, root, { recursive: true });
  await cp(envFiles, join(root, 'env'), { recursive: true });
});
afterEach(() => rm(root, { recursive: true }));

const faults = async () => configFaults(await readEnvFiles(join(root, 'env'), root));
const mounted = (path: string) => join(root, 'run', 'nordgate', path);

async function changeEnv(app: App, from: RegExp, to: string): Promise<void> {
  const file = join(root, 'env', `${app}.env`);
  const before = await readFile(file, 'utf8');
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  await writeFile(file, after);
}

const foreign = (app: App, file: string) =>
  `${app}: NORDGATE_SECRETS_DIR: ${file} has a private key that ${app} does not sign with`;

/** The fault without the folder of this test. */
const said = async () => (await faults()).map((fault) => fault.replaceAll(root, ''));

describe('the check of a configuration', () => {
  it('finds no fault in the files of production that come along', async () => {
    expect(await faults()).toEqual([]);
  });

  it.each([
    ['KAFKA_TLS_CA_FILE', 'KAFKA_TLS_CA_FILE is required in production'],
    ['INTERNAL_TLS_KEY_FILE', 'INTERNAL_TLS_CERT_FILE and INTERNAL_TLS_KEY_FILE go together'],
    ['NORDGATE_SECRETS_DIR', 'NORDGATE_SECRETS_DIR is not set: The value must be a path.'],
    ['GATEWAY_TLS_KEY_FILE', 'GATEWAY_TLS_CERT_FILE and GATEWAY_TLS_KEY_FILE go together'],
    [
      'SCA_PUBLIC_URL',
      'SCA_PUBLIC_URL is not set: The value must be an http or https address without a path.',
    ],
    [
      'BATCH_URL',
      'BATCH_URL is not set: The value must be an http or https address without a path.',
    ],
  ])('says in one line of the gateway that it lacks %s', async (name, fault) => {
    await changeEnv('gateway', new RegExp(`^${name}=.*$`, 'm'), '');
    const found = await said();
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(`gateway: ${fault}`);
  });

  it('says all faults of all apps at once', async () => {
    for (const app of apps) await rm(mounted(`${app}/internal-tls/tls.key`));
    const lines = apps.map((app) => {
      const path = `/run/nordgate/${app}/internal-tls/tls.key`;
      return `${app}: INTERNAL_TLS_KEY_FILE: ${path} cannot be read (ENOENT)`;
    });
    expect((await said()).sort()).toEqual(lines.sort());
  });

  it('refuses plain http between the apps', async () => {
    await changeEnv('sca', /^ACCOUNTS_URL=https/m, 'ACCOUNTS_URL=http');
    expect(await said()).toEqual([
      'sca: ACCOUNTS_URL: https is required in production, unless NORDGATE_PLAINTEXT_TO names internal',
    ]);
  });

  it('finds a key of tokens that another app does not know', async () => {
    const other = join(root, 'other');
    await makeKeyPair(other, 'internal-gateway');
    await copyFile(
      join(other, 'internal-gateway.key.pem'),
      mounted('gateway/secrets/internal-gateway.key.pem'),
    );
    const readers = ['payments', 'baskets', 'sca', 'accounts', 'batch'];
    expect(await said()).toEqual(
      readers.map((reader) => {
        return `together: internal-gateway.pub.pem of ${reader} lacks the key with which gateway signs`;
      }),
    );
  });

  it('finds a key of approvals that payments does not know', async () => {
    const other = join(root, 'other');
    await makeKeyPair(other, 'approvals');
    const file = 'approvals.pub.pem';
    await copyFile(join(other, file), mounted(`payments/secrets/${file}`));
    expect(await said()).toEqual([
      'together: approvals.pub.pem of payments lacks the key with which sca signs',
    ]);
  });

  it('accepts an older public key beside the present one', async () => {
    const other = join(root, 'other');
    await makeKeyPair(other, 'approvals');
    const file = 'approvals.pub.pem';
    await appendFile(mounted(`payments/secrets/${file}`), await readFile(join(other, file)));
    expect(await faults()).toEqual([]);
  });

  it.each(services)('refuses the private key of the operator in the folder of %s', async (app) => {
    await copyFile(operatorKeyAt(root), mounted(`${app}/secrets/operator.key.pem`));
    expect(await said()).toEqual([foreign(app, 'operator.key.pem')]);
  });

  it('refuses the private key of the operator under the name of its public key', async () => {
    const key = await readFile(operatorKeyAt(root));
    await writeFile(mounted('batch/secrets/operator.pub.pem'), key);
    expect(await said()).toContain(foreign('batch', 'operator.pub.pem'));
  });

  it('refuses every private key that an app does not sign with, and accepts those that it signs with', async () => {
    const all = (await readdir(join(root, 'all-secrets'))).filter((file) =>
      file.endsWith('.key.pem'),
    );
    for (const app of apps) {
      for (const file of all)
        await copyFile(join(root, 'all-secrets', file), mounted(`${app}/secrets/${file}`));
    }
    const own = (app: App) => secretsOf[app].filter((file) => file.endsWith('.key.pem'));
    const lines = apps.flatMap((app) =>
      all.filter((file) => !own(app).includes(file)).map((file) => foreign(app, file)),
    );
    expect((await said()).sort()).toEqual(lines.sort());
  });

  it('accepts the register of TPPs as a file in place of its service', async () => {
    const asFile = 'NORDGATE_TPP_REGISTER_FILE=/run/nordgate/tpp-register.json';
    for (const app of ['gateway', 'sca'] as const) {
      await changeEnv(app, /^NORDGATE_TPP_REGISTER_URL=.*$/m, asFile);
      await changeEnv(app, /^NORDGATE_TPP_REGISTER_KEPT_FILE=.*$/m, '');
    }
    const fault = 'NORDGATE_TPP_REGISTER_FILE: ENOENT';
    expect((await said()).map((line) => line.includes(fault))).toEqual([true, true]);
    await writeFile(mounted('tpp-register.json'), '[]');
    expect(await faults()).toEqual([]);
  });

  it('finds two services on one database', async () => {
    await copyFile(mounted('payments/database-url'), mounted('batch/database-url'));
    expect(await said()).toEqual(['together: payments and batch have one database']);
  });

  it('finds keys of ids and a profile that differ between apps', async () => {
    const ids = await readFile(mounted('gateway/secrets/ids.json'), 'utf8');
    await writeFile(mounted('gateway/secrets/ids.json'), ids.replaceAll('A', 'B'));
    await cp(mounted('profile.yaml'), mounted('batch/profile.yaml'));
    await appendFile(mounted('batch/profile.yaml'), 'bic: NGATNOK0\n');
    await changeEnv('batch', /\/profile\.yaml/, '/batch/profile.yaml');
    expect(await said()).toEqual([
      'together: ids.json differs between gateway, sca',
      'together: NORDGATE_PROFILE differs between gateway, payments, baskets, sca, accounts, batch',
    ]);
  });

  it('repeats no secret', async () => {
    const secret = 'correct horse battery staple';
    await writeFile(mounted('sca/secrets/codes.key'), secret);
    await writeFile(mounted('payments/database-url'), `mysql://payments:${secret}@db/payments`);
    const found = await said();
    expect(found.map((fault) => fault.split(':')[0])).toEqual(['payments', 'sca']);
    expect(found.join('\n')).not.toContain(secret);
  });
});
