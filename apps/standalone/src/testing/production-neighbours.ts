import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ChildProgram } from '@nordgate/local/child-program';
import type { Environment } from '@nordgate/service/settings';
import { startFakeOcsp, startFakeRegister } from '@nordgate/service/testing';
import type { FakeOcsp, FakeRegister } from '@nordgate/service/testing';
import { freePorts } from '@nordgate/local/free-ports';
import { coreBeginning } from './production-customers.js';
import {
  acr,
  detailsType,
  mountedAt,
  profilePaths,
  profileAt,
  respondersAt,
} from './production-files.js';
import type { ProductionFiles } from './production-files.js';

/** What a bank in production asks about TPPs, and where its identity provider is. */
export interface Neighbours {
  /** Over https. */
  readonly register: FakeRegister;
  readonly ocsp: FakeOcsp;
  /** Where the profile of the bank expects the identity provider. */
  readonly providerPort: number;
  stop(): Promise<void>;
}

/** A register in which these TPPs may act in every role. */
export function registerOf(tpps: readonly string[]): readonly object[] {
  return tpps.map((organizationIdentifier) => ({
    ...{ organizationIdentifier, name: organizationIdentifier },
    ...{ status: 'authorised', from: '2026-01-01', roles: ['PSP_PI', 'PSP_AI', 'PSP_IC'] },
  }));
}

/**
 * Starts the register over https with these TPPs, and the responder of their CA, and writes the addresses of
 * the responder and the identity provider to the files of the bank.
 */
export async function startNeighbours(
  { root, server, tppCa }: ProductionFiles,
  tpps: readonly string[],
): Promise<Neighbours> {
  const tls = { cert: server.certificate, key: server.key };
  const [register, ocsp] = await Promise.all([startFakeRegister(tls), startFakeOcsp(tppCa)]);
  register.entries = registerOf(tpps);
  const [providerPort = 0] = await freePorts(1);
  const issuer = `https://localhost:${String(providerPort)}`;
  for (const path of profilePaths) await writeFile(mountedAt(root, path), profileAt(issuer));
  await writeFile(mountedAt(root, 'ocsp.json'), respondersAt(ocsp.url));
  return {
    ...{ register, ocsp, providerPort },
    async stop() {
      await Promise.all([register.stop(), ocsp.stop()]);
    },
  };
}

/**
 * Starts the identity provider as a process with TLS, and registers the bank there as
 * docs/how-to/connect-an-identity-provider.md says: the provider reads the keys that the site publishes.
 */
export function startProvider(
  { root }: ProductionFiles,
  { providerPort: port }: Neighbours,
  siteUrl: string,
): Promise<ChildProgram> {
  return ChildProgram.start({
    file: programOf('fake-provider'),
    args: [
      ...[`--site=${siteUrl}`, `--port=${String(port)}`, `--acr=${acr}`],
      `--details-type=${detailsType}`,
      ...[`--tls-cert=${mountedAt(root, 'sca/tls/tls.crt')}`],
      ...[`--tls-key=${mountedAt(root, 'sca/tls/tls.key')}`],
    ],
    env: { NODE_EXTRA_CA_CERTS: mountedAt(root, 'internal-ca.pem') },
    say: () => undefined,
  });
}

/**
 * Starts the fake core as a process that reaches Kafka as the app of this environment does. It reports the customers of the
 * tests and their accounts.
 */
export async function startCore(
  root: string,
  { env, checksSeals }: { readonly env: Environment; readonly checksSeals: boolean },
): Promise<ChildProgram> {
  const begin = join(root, 'core.json');
  await writeFile(begin, JSON.stringify(coreBeginning));
  const kafka = Object.entries(env).filter(([name]) => name.startsWith('KAFKA_'));
  return ChildProgram.start({
    file: programOf('fake-core'),
    args: [
      `--begin=${begin}`,
      ...(checksSeals ? [`--approvals=${mountedAt(root, 'batch/secrets')}`] : []),
    ],
    env: Object.fromEntries(kafka) as Record<string, string>,
    say: () => undefined,
  });
}

function programOf(folder: 'fake-core' | 'fake-provider'): string {
  const root = join(import.meta.dirname, '..', '..', '..', '..');
  return join(root, 'tools', 'local', 'dist', folder, 'main.js');
}
