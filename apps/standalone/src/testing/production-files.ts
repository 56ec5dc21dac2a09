import { generateKeyPairSync } from 'node:crypto';
import { copyFile, cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeSecrets } from '@nordgate/service/new-secrets';
import { issueBankSeal, issueSandboxCa, issueTppSeal } from '@nordgate/signature/issue';
import type { IssuedPem } from '@nordgate/signature/issue';
import { EC_P256, opensslCa, opensslRevocationList } from '@nordgate/signature/testing';
import { apps } from '../config-check/env-files.js';
import type { App } from '../config-check/env-files.js';
import { services } from '../config.js';

/** What tests need of the files of a bank in production. */
export interface ProductionFiles {
  /** Where the paths of the env files begin. */
  readonly root: string;
  /** Issued the certificates of all servers of the bank. */
  readonly serverCa: IssuedPem;
  /** The certificate of all servers, with its chain. */
  readonly server: IssuedPem;
  /** Issued the certificates of the TPPs and the seal of the bank. */
  readonly tppCa: IssuedPem;
  readonly bankSeal: IssuedPem;
}

/** The secrets that each app reads, as docs/reference/configuration.md lists them. */
export const secretsOf: Readonly<Record<App, readonly string[]>> = {
  gateway: ['ids.json', 'links.key', 'internal-gateway.key.pem'],
  payments: [
    ...['operator.pub.pem', 'internal-payments.key.pem'],
    ...['internal-gateway.pub.pem', 'internal-sca.pub.pem', 'approvals.pub.pem'],
  ],
  baskets: [
    ...['operator.pub.pem', 'internal-baskets.key.pem'],
    ...['internal-gateway.pub.pem', 'internal-sca.pub.pem', 'approvals.pub.pem'],
  ],
  sca: [
    ...['ids.json', 'links.key', 'codes.key', 'cookies.key', 'operator.pub.pem'],
    'internal-sca.key.pem',
    ...['internal-gateway.pub.pem', 'approvals.key.pem', 'approvals.pub.pem'],
  ],
  accounts: [
    ...['operator.pub.pem', 'internal-accounts.key.pem'],
    ...['internal-gateway.pub.pem', 'internal-sca.pub.pem'],
  ],
  batch: [
    ...['operator.pub.pem', 'internal-batch.key.pem'],
    ...['internal-gateway.pub.pem', 'approvals.pub.pem'],
  ],
};

/** The path of a file that the env files name below `/run/nordgate`. */
export function mountedAt(root: string, path: string): string {
  return join(root, 'run', 'nordgate', path);
}

/** Where the apps have the profile: the gateway in a folder, whose changes arrive while it runs. */
export const profilePaths = ['profile.yaml', 'profile/profile.yaml'];

/**
 * Makes every file that `deploy/env/production/*.env` names, below `root`: each app has the secrets that
 * it reads and no others. One certificate for the names of this machine serves all servers.
 */
export async function makeProductionFiles(root: string): Promise<ProductionFiles> {
  const put = async (path: string, text: string) => {
    const file = mountedAt(root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  const serverCa = await opensslCa({ subject: '/CN=Servers of the bank', newKey: EC_P256 });
  const server = await opensslCa({
    ...{ subject: '/CN=server', newKey: EC_P256, issuer: serverCa, isCa: false },
    ...{ keyUsage: 'digitalSignature', altNames: 'IP:127.0.0.1,DNS:localhost' },
  });
  const { bankSeal, tppCa } = await tppTrust();
  const chained = { ...server, certificate: server.certificate + serverCa.certificate };
  await put('kafka/ca.pem', serverCa.certificate);
  await put('postgres/ca.pem', serverCa.certificate);
  await put('internal-ca.pem', serverCa.certificate);
  for (const path of profilePaths) await put(path, profileAt('https://id.bank.example'));
  await put('trust/tpp-ca.pem', tppCa.certificate);
  await put('trust/tpp-ca.crl.pem', await opensslRevocationList(tppCa));
  await put('ocsp.json', respondersAt('http://ocsp.example/'));
  await put('gateway/seal/seal.pem', bankSeal.certificate);
  await put('gateway/seal/seal.key.pem', bankSeal.key);
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
  await mkdir(join(root, 'var', 'lib', 'nordgate'), { recursive: true });
  await mountSecrets(root, join(root, 'all-secrets'));
  return { root, serverCa, server: chained, tppCa, bankSeal };
}

/** The key with which sca authenticates at the identity provider. */
function newClientKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** What the provider calls the details of an approval. */
export const detailsType = 'urn:bank.example:approval';
export const acr = 'urn:bankid:bis';

/** The profile of a bank whose identity provider has this address. */
export function profileAt(issuer: string): string {
  return `environment: production
products:
  - name: norwegian-domestic-credit-transfers
    services: [payments, periodic-payments, bulk-payments]
  - name: instant-norwegian-domestic-credit-transfers-straks
    services: [payments]
dates:
  structuredAddressesFrom: 2026-11-15
rates:
  everyTpp:
    # A test that repeats requests without a pause is faster than ten writes a second.
    writesPerSecond: 500
sca:
  methods: [oidc, passkey]
  provider:
    name: BankID
    issuer: ${issuer}
    clientId: nordgate
    acrValues: [${acr}]
    maxAgeSeconds: 300
    customerClaim: pid
    customerClaimHolds: identifier
    dynamicLinking: authorization-details
    detailsType: ${detailsType}
`;
}

/** The list of OCSP responders: the one of the CA of the TPPs. */
export function respondersAt(url: string, withoutAnswer: 'list' | 'refuse' = 'list'): string {
  const issuer = `CN=${caName.commonName},O=${caName.organisation},C=${caName.country}`;
  return JSON.stringify([{ issuer, url, withoutAnswer }]);
}

const caName = {
  ...{ country: 'NO', commonName: 'Qualified CA', organisation: 'Trust Service Provider' },
};

const hourMs = 3_600_000;
const validity = () => ({
  validFrom: new Date(Date.now() - hourMs),
  validTo: new Date(Date.now() + 24 * hourMs),
});

async function tppTrust(): Promise<Pick<ProductionFiles, 'tppCa' | 'bankSeal'>> {
  const tppCa = await issueSandboxCa({ ...validity(), ...caName });
  return { tppCa, bankSeal: await newBankSeal(tppCa) };
}

/** The organizationIdentifier in the seal of the bank. */
export const bankId = 'PSDNO-FSA-100000002';

/** A seal of the bank with a new key. */
export function newBankSeal(ca: IssuedPem): Promise<IssuedPem> {
  return issueBankSeal({
    ...{ ...validity(), ca, country: 'NO', commonName: 'Bank', organisation: 'Bank ASA' },
    organizationIdentifier: bankId,
  });
}

/** A certificate of a TPP with all roles. */
export function newTppSeal(ca: IssuedPem, organizationIdentifier: string): Promise<IssuedPem> {
  return issueTppSeal({
    ...{ ...validity(), ca, country: 'NO', commonName: 'A TPP', organisation: 'A TPP AS' },
    ...{ organizationIdentifier, roles: ['PSP_PI', 'PSP_AI', 'PSP_IC'] },
  });
}

async function mountSecrets(root: string, all: string): Promise<void> {
  await makeSecrets(all);
  for (const app of apps) {
    const folder = mountedAt(root, `${app}/secrets`);
    await mkdir(folder, { recursive: true });
    for (const file of secretsOf[app]) await copyFile(join(all, file), join(folder, file));
  }
  for (const app of services) {
    await copyFile(join(all, authority), mountedAt(root, `${app}/secrets/${authority}`));
  }
  await mkdir(mountedAt(root, 'operator/secrets'), { recursive: true });
  await cp(join(all, 'people'), mountedAt(root, 'operator/secrets/people'), { recursive: true });
  await copyFile(join(all, operatorKey), operatorKeyAt(root));
}

/** Issued the certificates of the operators. */
const authority = 'operator-ca.pem';

/** What the operator's command signs with. No app has it. */
export const operatorKey = 'operator.key.pem';
export const operatorKeyAt = (root: string) => mountedAt(root, `operator/secrets/${operatorKey}`);
