import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MountedValue } from '@nordgate/service/process';
import { openRegisterService, trustFolder } from '@nordgate/service/trust';
import { startFakeOcsp, startFakeRegister } from '@nordgate/service/testing';
import type { FakeOcsp, FakeRegister } from '@nordgate/service/testing';
import { issueSandboxCa, issueTppSeal } from '@nordgate/signature/issue';
import type { IssuedPem } from '@nordgate/signature/issue';
import { aDomesticPayment, codesOf, eventually, singlePath } from '@nordgate/testing';
import { TppClient } from '@nordgate/tpp-client';
import { startStubbedGateway } from '../testing/stubbed-gateway.js';
import type { StubbedGateway } from '../testing/stubbed-gateway.js';

const hour = 3_600_000;
const validity = {
  validFrom: new Date(Date.now() - hour),
  validTo: new Date(Date.now() + hour),
};
const tpp = 'PSDNO-FSA-100000001';
const entry = {
  ...{ organizationIdentifier: tpp, name: 'A TPP AS', roles: ['PSP_PI'] },
  ...{ status: 'authorised', from: '2026-01-01' },
};

let folder: string;
let ca: IssuedPem;
let register: FakeRegister;
let responder: FakeOcsp;
let gateway: StubbedGateway;
beforeAll(async () => {
  ca = await issueSandboxCa({ ...validity, commonName: 'CA', organisation: 'CA' });
  [register, responder] = await Promise.all([startFakeRegister(), startFakeOcsp(ca)]);
  register.entries = [entry];
  folder = await mkdtemp(join(tmpdir(), 'nordgate-registers-'));
  const ocspFile = join(folder, 'ocsp.json');
  await writeFile(ocspFile, JSON.stringify([{ issuer: 'CN=CA,O=CA,C=NO', url: responder.url }]));
  const trusted = { folder: undefined, always: [ca.certificate] };
  const source = trustFolder({ ...trusted, ocspFile, revocationPolicy: 'optional' });
  const now = new Date();
  gateway = await startStubbedGateway({
    trust: {
      store: await MountedValue.open(source, now),
      register: await openRegisterService({ url: register.url, everyMs: 1000 }, now),
    },
  });
});
afterAll(async () => {
  await gateway.stop();
  await Promise.all([register.stop(), responder.stop()]);
  await rm(folder, { recursive: true });
});

async function aSeal(): Promise<IssuedPem> {
  const names = { commonName: 'A', organisation: 'A', organizationIdentifier: tpp };
  const seal = await issueTppSeal({ ...validity, ...names, ca, roles: ['PSP_PI'] });
  responder.known.push(seal.certificate);
  return seal;
}

/** What a signed payment meets: the status, and the codes of a rejection. */
async function met(identity: IssuedPem): Promise<string> {
  const client = new TppClient({
    ...{ baseUrl: gateway.url, identity, redirectUri: 'https://tpp.example/back' },
  });
  const headers = {
    'psu-id': randomUUID(),
    'tpp-session-id': 's-1',
    'x-accept-fix': 'amount-as-string',
  };
  const call = { method: 'POST', path: singlePath, body: aDomesticPayment(), headers } as const;
  const answer = await client.call(call);
  return [answer.status, ...(answer.status < 300 ? [] : codesOf(answer))].join(' ');
}

describe('a gateway with a register and a responder over HTTP', () => {
  it('serves a TPP that both know, also while both are down', async () => {
    const seal = await aSeal();
    expect(await met(seal)).toBe('201');
    Object.assign(register, { manner: 'down' });
    Object.assign(responder, { manner: 'down' });
    expect(await met(seal)).toBe('201');
    Object.assign(register, { manner: 'good' });
    Object.assign(responder, { manner: 'good' });
  });

  it('rejects a certificate that the responder says is revoked, as by a list', async () => {
    const seal = await aSeal();
    responder.revoked.push(seal.certificate);
    responder.known = responder.known.filter((one) => one !== seal.certificate);
    // A responder that takes longer than the first request waits is asked in the background.
    await eventually(
      'the certificate is rejected',
      async () => (await met(seal)) === '400 BAD_REQUEST',
    );
  });

  it('rejects a TPP once the register has withdrawn it', async () => {
    const seal = await aSeal();
    expect(await met(seal)).toBe('201');
    register.entries = [{ ...entry, status: 'withdrawn' }];
    const isRejected = async () => (await met(seal)) === '403 FORBIDDEN';
    await eventually('the TPP is rejected', isRejected, { limitMs: 30_000, everyMs: 200 });
    register.entries = [entry];
  });
});
