import { generateKeyPairSync } from 'node:crypto';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeSecrets } from '@nordgate/service/process';
import { issueBankSeal, issueSandboxCa, issueTppSeal } from '@nordgate/signature';
import type { IssuedPem } from '@nordgate/signature';
import { EC_P256, opensslCa, opensslRevocationList } from '@nordgate/signature/testing';
import { apps } from '../config-check/env-files.js';
import type { App } from '../config-check/env-files.js';
import { services } from '../config.js';

/** What tests need of the files of a bank in production. */
export interface ProductionFiles {
  /** Issued the certificates of all servers of the bank. */
  readonly serverCa: IssuedPem;
  /** The certificate of all servers, with its chain. */
  readonly server: IssuedPem;
  readonly tppCa: IssuedPem;
  readonly tpp: IssuedPem;
  readonly bankSeal: IssuedPem;
}

const tppId = 'PSDNO-FSA-100000001';

/** The secrets that each app reads, as docs/reference/configuration.md lists them. */
export const secretsOf: Readonly<Record<App, readonly string[]>> = {
  gateway: ['ids.json', 'links.key', 'internal-gateway.key.pem'],
  payments: [
    ...['operator.json', 'internal-payments.key.pem'],
    ...['internal-gateway.pub.pem', 'internal-sca.pub.pem', 'approvals.pub.pem'],
  ],
  baskets: [
    ...['operator.json', 'internal-baskets.key.pem'],
    ...['internal-gateway.pub.pem', 'internal-sca.pub.pem', 'approvals.pub.pem'],
  ],
  sca: [
    ...['ids.json', 'links.key', 'codes.key', 'cookies.key', 'operator.json'],
    'internal-sca.key.pem',
    ...['internal-gateway.pub.pem', 'approvals.key.pem', 'approvals.pub.pem'],
  ],
  accounts: [
    ...['operator.json', 'internal-accounts.key.pem'],
    ...['internal-gateway.pub.pem', 'internal-sca.pub.pem'],
  ],
  batch: ['operator.json', 'internal-batch.key.pem', 'internal-gateway.pub.pem'],
};

/**
 * Makes every file that `deploy/env/production/*.env` names, below `root`: each app has the secrets that
 * it reads and no others. One certificate for the names of this machine serves all servers.
 */
export async function makeProductionFiles(root: string): Promise<ProductionFiles> {
  const put = async (path: string, text: string) => {
    const file = join(root, 'run', 'nordgate', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  const serverCa = await opensslCa({ subject: '/CN=Servers of the bank', newKey: EC_P256 });
  const server = await opensslCa({
    ...{ subject: '/CN=server', newKey: EC_P256, issuer: serverCa, isCa: false },
    ...{ keyUsage: 'digitalSignature', altNames: 'IP:127.0.0.1,DNS:localhost' },
  });
  const trust = await trustOfTpps();
  const chained = { ...server, certificate: server.certificate + serverCa.certificate };
  await put('kafka/ca.pem', serverCa.certificate);
  await put('postgres/ca.pem', serverCa.certificate);
  await put('internal-ca.pem', serverCa.certificate);
  await put('profile.yaml', profile);
  await put('trust/tpp-ca.pem', trust.tppCa.certificate);
  await put('trust/tpp-ca.crl.pem', await opensslRevocationList(trust.tppCa));
  await put('tpp-register.json', JSON.stringify([registered]));
  await put('gateway/seal/seal.pem', trust.bankSeal.certificate);
  await put('gateway/seal/seal.key.pem', trust.bankSeal.key);
  for (const folder of ['gateway/tls', 'sca/tls', ...apps.map((app) => `${app}/internal-tls`)]) {
    await put(`${folder}/tls.crt`, chained.certificate);
    await put(`${folder}/tls.key`, server.key);
  }
  for (const app of apps) await put(`${app}/kafka-password`, `password of ${app}\n`);
  for (const app of services) {
    const address = `postgres://${app}:secret@127.0.0.1:1/nordgate_${app}`;
    await put(`${app}/database-url`, `${address}?sslmode=verify-full\n`);
  }
  await put('sca/secrets/oidc-client.key.pem', newClientKey());
  await mountSecrets(join(root, 'run', 'nordgate'), join(root, 'all-secrets'));
  return { serverCa, server: chained, ...trust };
}

/** The key with which sca authenticates at the identity provider. */
function newClientKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

const profile = `environment: production
products:
  - name: norwegian-domestic-credit-transfers
    services: [payments, periodic-payments, bulk-payments]
dates:
  structuredAddressesFrom: 2026-11-15
sca:
  methods: [oidc, passkey]
  provider:
    name: BankID
    issuer: https://id.bank.example
    clientId: nordgate
    acrValues: [urn:bankid:bis]
    maxAgeSeconds: 300
    customerClaim: pid
    customerClaimHolds: identifier
    dynamicLinking: authorization-details
    detailsType: urn:bank.example:approval
`;

const registered = {
  organizationIdentifier: tppId,
  name: 'A TPP AS',
  roles: ['PSP_PI', 'PSP_AI', 'PSP_IC'],
  status: 'authorised',
  from: '2026-01-01',
};

async function trustOfTpps(): Promise<Pick<ProductionFiles, 'tppCa' | 'tpp' | 'bankSeal'>> {
  const hourMs = 3_600_000;
  const validity = {
    validFrom: new Date(Date.now() - hourMs),
    validTo: new Date(Date.now() + 24 * hourMs),
  };
  const tppCa = await issueSandboxCa({
    ...validity,
    ...{ country: 'NO', commonName: 'Qualified CA', organisation: 'Trust Service Provider' },
  });
  const bankSeal = await issueBankSeal({
    ...{ ...validity, ca: tppCa, country: 'NO', commonName: 'Bank', organisation: 'Bank ASA' },
    organizationIdentifier: 'PSDNO-FSA-100000002',
  });
  const tpp = await issueTppSeal({
    ...{ ...validity, ca: tppCa, country: 'NO', commonName: 'A TPP', organisation: 'A TPP AS' },
    ...{ organizationIdentifier: tppId, roles: ['PSP_PI', 'PSP_AI', 'PSP_IC'] },
  });
  return { tppCa, tpp, bankSeal };
}

async function mountSecrets(mounts: string, all: string): Promise<void> {
  await makeSecrets(all);
  for (const app of apps) {
    const folder = join(mounts, app, 'secrets');
    await mkdir(folder, { recursive: true });
    for (const file of secretsOf[app]) await copyFile(join(all, file), join(folder, file));
  }
}
