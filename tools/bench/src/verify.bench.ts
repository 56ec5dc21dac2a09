import { generateKeyPairSync, randomBytes, randomUUID, sign, verify } from 'node:crypto';
import {
  createCertificateCache,
  createSigner,
  createTrustStore,
  verifyRequest,
} from '@nordgate/signature';
import { issueSandboxCa, issueTppSeal } from '@nordgate/signature/issue';
import type { CertificateCache, RequestToVerify } from '@nordgate/signature';
import type { IssuedPem } from '@nordgate/signature/issue';
import type { Comparison } from './rounds.js';

const operations = 4000;
const bodyBytes = 500;
const signingStringBytes = 300;

/** The verify chain with a warm certificate against nothing but the RSA check. */
export async function verifyBench(): Promise<Comparison> {
  const { identity, trust } = await benchTpp();
  const request = signedRequest(identity, trust);
  if ('refused' in verifyRequest(request)) throw new Error('the bench request does not verify');
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const text = randomBytes(signingStringBytes);
  const signature = sign('sha256', text, privateKey);
  return {
    name: 'verify chain, warm certificate, 500 B body, wrapped header',
    target: 0.6,
    against: 'bare crypto.verify, per processor second',
    ours: () => perCpuSecond(() => verifyRequest(request)),
    baseline: () => perCpuSecond(() => verify('sha256', text, publicKey, signature)),
  };
}

/** The verify chain with an unknown certificate, which is parsed and whose path is built. */
export async function coldVerifyBench(): Promise<Comparison> {
  const { identity, trust } = await benchTpp();
  const request = signedRequest(identity, trust);
  const cold = () => {
    trust.clear();
    return verifyRequest(request);
  };
  if ('refused' in cold()) throw new Error('the bench request does not verify');
  return {
    name: 'verify chain, cold certificate',
    target: 1 / 8,
    against: 'the same with a warm one, per processor second',
    ours: () => perCpuSecond(cold),
    baseline: () => perCpuSecond(() => verifyRequest(request)),
  };
}

async function benchTpp(): Promise<{ identity: IssuedPem; trust: CertificateCache }> {
  const validity = {
    validFrom: new Date(Date.now() - 1000),
    validTo: new Date(Date.now() + 3_600_000),
  };
  const ca = await issueSandboxCa({
    ...validity,
    commonName: 'Bench CA',
    organisation: 'Bench',
  });
  const identity = await issueTppSeal({
    ...validity,
    ca,
    commonName: 'Bench',
    organisation: 'Bench AS',
    organizationIdentifier: 'PSDNO-FSA-900000001',
    roles: ['PSP_PI'],
  });
  const store = createTrustStore({ certificates: [ca.certificate] });
  // Room for one certificate only, so that clearing the cache is cheap.
  const trust = createCertificateCache(store, { trustedMax: 1, refusedMax: 1 });
  return { identity, trust };
}

function signedRequest(identity: IssuedPem, trust: CertificateCache): RequestToVerify {
  const body = Buffer.from(JSON.stringify({ text: randomBytes(bodyBytes / 2).toString('hex') }));
  const now = new Date();
  const target = '/v1/payments/x';
  const headers = createSigner(identity)({
    method: 'POST',
    target,
    headers: {
      'x-request-id': randomUUID(),
      'psu-id': randomUUID(),
      'tpp-redirect-uri': 'https://tpp.example/back',
    },
    body,
    now,
  });
  const rawHeaders = Object.entries(headers).flat();
  return { method: 'POST', target, rawHeaders, body, now, trust, digestRequired: true };
}

function perCpuSecond(operation: () => unknown): number {
  const before = process.cpuUsage();
  for (let i = 0; i < operations; i += 1) operation();
  const { user, system } = process.cpuUsage(before);
  return operations / ((user + system) / 1e6);
}
