import { createPrivateKey, randomBytes, randomUUID, sign, verify } from 'node:crypto';
import {
  createCertificateCache,
  createSigner,
  createTrustStore,
  issueSandboxCa,
  issueTppSeal,
  verifyRequest,
} from '@nordgate/signature';
import type { Comparison } from './rounds.js';

const operations = 4000;
const bodyBytes = 500;

/** The verify chain with a warm certificate against nothing but the RSA check. */
export async function verifyBench(): Promise<Comparison> {
  const validity = {
    validFrom: new Date(Date.now() - 1000),
    validTo: new Date(Date.now() + 3_600_000),
  };
  const ca = await issueSandboxCa({ ...validity, commonName: 'Bench CA', organisation: 'Bench' });
  const identity = await issueTppSeal({
    ...validity,
    ca,
    commonName: 'Bench',
    organisation: 'Bench AS',
    organizationIdentifier: 'PSDNO-FSA-900000001',
    roles: ['PSP_PI'],
  });
  const body = Buffer.from(JSON.stringify({ text: randomBytes(bodyBytes / 2).toString('hex') }));
  const now = new Date();
  const headers = createSigner(identity)({
    method: 'POST',
    target: '/v1/payments/x',
    headers: {
      'x-request-id': randomUUID(),
      'psu-id': randomUUID(),
      'tpp-redirect-uri': 'https://tpp.example/back',
    },
    body,
    now,
  });
  const rawHeaders = Object.entries(headers).flat();
  const trust = createCertificateCache(createTrustStore({ certificates: [ca.certificate] }));
  const request = {
    method: 'POST',
    target: '/v1/payments/x',
    rawHeaders,
    body,
    now,
    trust,
    digestRequired: true,
  };
  if ('refused' in verifyRequest(request)) throw new Error('the bench request does not verify');
  const key = createPrivateKey(identity.key);
  const text = randomBytes(300);
  const signature = sign('sha256', text, key);
  const publicKey = trust.find(
    headers['TPP-Signature-Certificate'] ?? headers['tpp-signature-certificate'] ?? '',
    now,
  );
  if ('refused' in publicKey) throw new Error('the bench certificate is not trusted');
  return {
    name: 'verify chain, warm certificate, 500 B body, wrapped header',
    target: 0.5,
    against: 'bare crypto.verify, per processor second',
    ours: () => perCpuSecond(() => verifyRequest(request)),
    baseline: () =>
      perCpuSecond(() => verify('sha256', text, publicKey.certificate.publicKey, signature)),
  };
}

function perCpuSecond(operation: () => unknown): number {
  const before = process.cpuUsage();
  for (let i = 0; i < operations; i += 1) operation();
  const { user, system } = process.cpuUsage(before);
  return operations / ((user + system) / 1e6);
}
