import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountsProcess } from '@nordgate/accounts/accounts.module';
import { sandboxAccountsProcess } from '@nordgate/accounts/accounts.sandbox';
import { basketsProcess } from '@nordgate/baskets/baskets.module';
import { batchProcess } from '@nordgate/batch/batch.module';
import { gatewayProcess } from '@nordgate/gateway/gateway.process';
import { sandboxGatewayProcess } from '@nordgate/gateway/gateway.sandbox';
import { paymentsProcess } from '@nordgate/payments/payments.module';
import { scaProcess } from '@nordgate/sca/sca.process';
import { faultsOf } from '@nordgate/service/process';
import type { Environment } from '@nordgate/service/settings';
import { services } from '../apps.js';
import type { App } from '../apps.js';
import { containerOf, Rendered } from '../rendered.js';
import { overlays, root } from '@nordgate/local/overlays';
import { mountsOf } from './mounts.js';

const faultsOfApp: Readonly<Record<App, (env: Environment) => Promise<readonly string[]>>> = {
  gateway: (env) => faultsOf(gatewayProcess, env, sandboxGatewayProcess),
  payments: (env) => faultsOf(paymentsProcess, env),
  baskets: (env) => faultsOf(basketsProcess, env),
  sca: (env) => faultsOf(scaProcess, env),
  accounts: (env) => faultsOf(accountsProcess, env, sandboxAccountsProcess),
  batch: (env) => faultsOf(batchProcess, env),
};

/** Files that an app reads although nothing tells when they are missing. */
const readInSilence: Readonly<Record<string, string>> = {
  '/run/nordgate/postgres/ca.pem': 'the driver, as the address of the database says (sslrootcert)',
  '/run/nordgate/sca/secrets/links.key': 'sca, which may do without',
  '/run/nordgate/gateway/secrets/internal-accounts.pub.pem': 'the console of a sandbox',
  '/run/nordgate/payments/secrets/internal-accounts.pub.pem': 'the console of a sandbox',
  '/run/nordgate/baskets/secrets/internal-accounts.pub.pem': 'the console of a sandbox',
  ...Object.fromEntries(
    services.flatMap((service) =>
      ['operator-ca.pem', 'operator-issuer.json'].map((file) => [
        `/run/nordgate/${service}/secrets/${file}`,
        'who the operators are: one of the two files is enough',
      ]),
    ),
  ),
};

const profile = join(root, 'deploy/k8s/overlays/production/bank/profile.yaml');
const anyCa = join(root, 'libs/signature/src/vectors/ca.pem');

describe.each(overlays)('the pods of the overlay %s', (overlay) => {
  const rendered = Rendered.read(overlay);
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nordgate-pods-'));
    const mounts = join(folder, 'run/nordgate');
    await mkdir(join(mounts, 'trust'), { recursive: true });
    // Files without which sca reports nothing else, and the one that decides which others are read.
    await copyFile(anyCa, join(mounts, 'trust/ca.pem'));
    await writeFile(join(mounts, 'ocsp.json'), '[]');
    await copyFile(profile, join(folder, 'profile.yaml'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** The environment of a pod on a machine without any of its files. */
  function movedTo(env: Readonly<Record<string, string>>): Environment {
    const moved = Object.entries(env).map(([name, value]) => {
      if (name === 'NORDGATE_PROFILE') return [name, join(folder, 'profile.yaml')];
      return [name, value.startsWith('/') ? folder + value : value];
    });
    return Object.fromEntries(moved) as Environment;
  }

  it.each(rendered.apps())(
    'give %s exactly the settings and files that it reads at its start',
    async (app, workload) => {
      const env = rendered.environment(containerOf(workload));
      const faults = await faultsOfApp[app](movedTo(env));
      const missing = faults.map(
        (fault) => new RegExp(`${folder}(/[^\\s'",)]+)`).exec(fault)?.[1] ?? fault,
      );
      const { files, folders, writable } = mountsOf(rendered, workload);
      const mounted = new Set(files.map(({ path }) => path));
      const isMounted = (path: string) =>
        mounted.has(path) ||
        folders.includes(path) ||
        writable.some((one) => path.startsWith(`${one}/`));
      expect(missing.filter((path) => !isMounted(path))).toEqual([]);
      const named = Object.values(env);
      const read = new Set([...missing, ...named, ...Object.keys(readInSilence)]);
      expect([...mounted].filter((path) => !read.has(path))).toEqual([]);
      expect(folders.filter((path) => !read.has(path))).toEqual([]);
    },
  );
});
