import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { issueBankSeal, issueSandboxCa } from '@nordgate/signature/issue';
import { eventually } from '@nordgate/testing';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const dayMs = 86_400_000;
const published = '/.well-known/nordgate/response-seal.pem';

describe('the test certificates of a bank that has run for nine years', () => {
  let test: TestBank;
  beforeAll(async () => {
    test = await startTestBank();
  });
  afterAll(() => test.stop());

  /** Certificates as a start made them nine years ago. */
  async function age(): Promise<void> {
    const now = Date.now();
    const validity = { validFrom: new Date(now - dayMs), validTo: new Date(now + 100 * dayMs) };
    const name = { country: 'NO', commonName: 'Old', organisation: 'Old' };
    const ca = await issueSandboxCa({ ...validity, ...name });
    const organizationIdentifier = 'PSDNO-FSA-900000002';
    const seal = await issueBankSeal({
      ...{ ...validity, ...name, ca, organizationIdentifier, algorithm: 'ecdsa-sha256' },
    });
    const put = (file: string, text: string) =>
      writeFile(join(test.dataDir, 'sandbox', file), text);
    await put('ca.key.pem', ca.key);
    await put('ca.pem', ca.certificate);
    await put('bank-seal.key.pem', seal.key);
    await put('bank-seal.pem', seal.certificate);
  }

  it('are renewed and used without a start', async () => {
    await age();
    expect(await test.bank.trust.renew(new Date())).toEqual(['ca', 'bankSeal']);
    await test.bank.secrets.look();
    const answer = await fetch(`${test.bank.gatewayUrl}${published}`);
    expect((await answer.text()).trim()).toBe(test.bank.trust.bankSeal.certificate.trim());
    const tpp = await test.newTpp('PSDNO-FSA-900000077');
    await eventually('the gateway trusts the renewed CA', async () => {
      const { status } = await tpp.call({ method: 'GET', path: '/v1/sandbox/customers' });
      return status === 200;
    });
    const file = join(test.dataDir, 'sandbox', 'ca.pem');
    expect(await readFile(file, 'utf8')).toBe(test.bank.trust.ca.certificate);
  });
});
