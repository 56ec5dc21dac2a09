import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeOcsp } from '@nordgate/service/testing';
import type { FakeOcsp } from '@nordgate/service/testing';
import { certificatesIn, formatDistinguishedName } from '@nordgate/signature';
import { opensslRevocationList } from '@nordgate/signature/testing';
import {
  eventually,
  aDomesticPayment,
  codesOf,
  pageOf,
  scaRedirectOf,
  singlePath,
} from '@nordgate/testing';
import type { TppClient } from '@nordgate/tpp-client';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

/** The change reaches the gateway within seconds, so a look every 0.2 s suffices. */
const slowly = { limitMs: 60_000, everyMs: 200 };

describe('the trust of a running bank', () => {
  let test: TestBank;
  let folder: string;
  let responder: FakeOcsp;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nordgate-trust-'));
    await mkdir(join(folder, 'trusted'));
    await putRegister({ [demo]: 'authorised', [other]: 'authorised', [third]: 'authorised' });
    const ocspFile = join(folder, 'ocsp.json');
    await writeFile(ocspFile, '[]');
    const files = { registerFile: join(folder, 'register.json'), ocspFile };
    test = await startTestBank({ trustDir: join(folder, 'trusted'), ...files });
    responder = await startFakeOcsp(test.bank.trust.ca);
  });
  afterAll(async () => {
    await test.stop();
    await responder.stop();
    await rm(folder, { recursive: true });
  });

  const demo = 'PSDNO-FSA-900000001';
  const other = 'PSDNO-FSA-100000001';
  const third = 'PSDNO-FSA-100000002';
  const fourth = 'PSDNO-FSA-100000003';

  async function putRegister(statuses: Readonly<Record<string, string>>): Promise<void> {
    const entries = Object.entries(statuses).map(([organizationIdentifier, status]) => ({
      organizationIdentifier,
      name: organizationIdentifier,
      roles: ['PSP_PI', 'PSP_AI'],
      status,
      from: '2026-01-01',
    }));
    await writeFile(join(folder, 'register.json'), JSON.stringify(entries));
  }

  const headers = {
    'psu-id': '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10',
    'tpp-session-id': 's-1',
    'x-accept-fix': 'amount-as-string',
  };
  async function pay(tpp: TppClient): Promise<string> {
    const body = aDomesticPayment();
    const answer = await tpp.call({ method: 'POST', path: singlePath, body, headers });
    return [answer.status, ...(answer.status < 300 ? [] : codesOf(answer))].join(' ');
  }

  /** A link of this TPP, and its page in a new browser. */
  async function linkAskedBy(tpp: TppClient): Promise<string> {
    const asked = await tpp.call({ method: 'POST', path: '/v1/bank-offered-consents' });
    return scaRedirectOf(asked.json as object);
  }
  const opened = async (link: string) => pageOf(await test.world().newBrowser().open(link));

  it('rejects a TPP that is not in the register', async () => {
    expect(await pay(await test.newTpp('PSDNO-FSA-100000009'))).toBe('403 FORBIDDEN');
  });

  it('rejects a TPP once it is withdrawn from the register, and no other TPP', async () => {
    const tpp = await test.newTpp(other);
    expect(await pay(tpp)).toBe('201');
    await putRegister({ [demo]: 'authorised', [other]: 'withdrawn', [third]: 'authorised' });
    await eventually(
      'the withdrawn TPP is rejected',
      async () => (await pay(tpp)) === '403 FORBIDDEN',
      slowly,
    );
    expect(await pay(test.tpp)).toBe('201');
  });

  it('ends the links of a TPP that is withdrawn from the register, without a redirect', async () => {
    const others = { [demo]: 'authorised', [third]: 'authorised' };
    await putRegister({ ...others, [fourth]: 'authorised' });
    const tpp = await test.newTpp(fourth);
    await eventually('the TPP is in the register', async () => (await pay(tpp)) === '201', slowly);
    const link = await linkAskedBy(tpp);
    expect((await opened(link)).status).toBe(200);
    await putRegister({ ...others, [fourth]: 'withdrawn' });
    const page = await opened(link);
    expect(page.status).toBe(403);
    expect(page.html.querySelector('a[href*="tpp.example"]')).toBeNull();
  });

  it('rejects a certificate once its CA has revoked it, ends its links, and no other of the TPP', async () => {
    const [revoked, renewed] = [await test.newTpp(third), await test.newTpp(third)];
    expect(await pay(revoked)).toBe('201');
    const [link, other] = [await linkAskedBy(revoked), await linkAskedBy(renewed)];
    expect((await opened(link)).status).toBe(200);
    const list = await opensslRevocationList(test.bank.trust.ca, {
      revoked: [String(revoked.options.identity.certificate)],
    });
    await writeFile(join(folder, 'trusted', 'sandbox.crl'), list);
    await eventually(
      'the revoked certificate is rejected',
      async () => (await pay(revoked)) === '400 BAD_REQUEST',
      slowly,
    );
    expect(await pay(renewed)).toBe('201');
    const page = await opened(link);
    expect(page.status).toBe(403);
    expect(page.html.querySelector('a[href*="tpp.example"]')).toBeNull();
    expect((await opened(other)).status).toBe(200);
  });

  it('rejects a certificate that the responder of its CA says is revoked, once the file names the responder', async () => {
    const tpp = await test.newTpp(third);
    expect(await pay(tpp)).toBe('201');
    const link = await linkAskedBy(tpp);
    expect((await opened(link)).status).toBe(200);
    responder.revoked.push(String(tpp.options.identity.certificate));
    const [ca] = certificatesIn(test.bank.trust.ca.certificate);
    const issuer = formatDistinguishedName(ca!.subject);
    await writeFile(join(folder, 'ocsp.json'), JSON.stringify([{ issuer, url: responder.url }]));
    const isRejected = async () => (await pay(tpp)) === '400 BAD_REQUEST';
    await eventually('the revoked certificate is rejected', isRejected, slowly);
    const isClosed = async () => (await opened(link)).status === 403;
    await eventually('its link is closed', isClosed, slowly);
  });
});
