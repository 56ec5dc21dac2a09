import { execFileSync } from 'node:child_process';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { FakeProvider } from '@nordgate/local/fake-provider';
import { freePorts } from '@nordgate/local/free-ports';
import { anInitiator } from '../../testing/an-authorisation.js';
import { bankKeys, providerTerms, registerSite } from '../../testing/bank-at-provider.int.js';
import { approveAtProvider, logInAtProvider } from '../../testing/oidc-steps.int.js';
import type { ProviderBrowser, SiteWithProvider } from '../../testing/oidc-steps.int.js';
import { enrolmentFields, passkeyRequestOn } from '../../testing/passkey-steps.int.js';
import { kariNumber, linkOf, sentBack, setUp } from '../../testing/psu-steps.js';
import { SoftAuthenticator } from '../../testing/soft-authenticator.int.js';
import { hidden, TestBrowser } from '../../testing/test-browser.js';
import { startTestSca } from '../../testing/test-sca.int.js';

const publicUrl = 'https://sca.bank.example';
const person = kariNumber;

/** A certificate for localhost with its key, in PEM. */
function selfSigned(): string {
  const options = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc', '-days', '1'];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', '-', '-out', '-'];
  const stdio = ['ignore', 'pipe', 'ignore'] as const;
  const args = ['req', '-x509', ...options, ...names, ...files];
  return execFileSync('openssl', args, { encoding: 'utf8', stdio: [...stdio] });
}

describe('a passkey in production', () => {
  let site: SiteWithProvider;
  let port: number;
  const trusted = getCACertificates();
  beforeAll(async () => {
    const pem = selfSigned();
    const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/u.exec(pem)?.[0];
    // The person at the provider uses the fetch of this process.
    setDefaultCACertificates([...trusted, certificate ?? '']);
    const provider = new FakeProvider({ tls: { cert: pem, key: pem } });
    await provider.start();
    [port = 0] = await freePorts(1);
    const sca = await startTestSca({
      ...{ environment: 'production', port, publicUrl },
      sca: { methods: ['oidc', 'passkey'], provider: providerTerms(provider), rules: [] },
      providerClient: { keys: bankKeys, ca: { value: certificate ?? '' } },
    });
    registerSite(provider, publicUrl);
    setUp(sca);
    const stop = async () => {
      await sca.stop();
      await provider.stop();
    };
    site = { sca, provider, stop };
  });
  afterAll(async () => {
    await site.stop();
    setDefaultCACertificates(trusted);
  });

  /** TLS ends in front of the site. */
  const newBrowser = (): ProviderBrowser => ({
    browser: new TestBrowser(`http://127.0.0.1:${String(port)}`),
    cookies: new Map(),
  });

  it('is added after a log-in at the provider, and is the second method of an approval', async () => {
    const at = newBrowser();
    const { browser } = at;
    const start = await browser.get('/my');
    const opened = await browser.post('/my/log-in', {
      app: 'PSDNO-FSA-1',
      csrf: hidden(start.text, 'csrf'),
    });
    const entered = await logInAtProvider(site, at, { link: opened.location, person });
    const approve = async (path: string) =>
      approveAtProvider(site, at, { page: await browser.get(path), path, person });
    await approve(entered.location);
    const overview = await browser.get('/my');
    const csrf = hidden(overview.text, 'csrf');
    const place = await approve((await browser.post('/my/passkeys', { csrf })).location);
    const authenticator = new SoftAuthenticator(publicUrl);
    const fields = await enrolmentFields(browser, place.location, authenticator);
    const added = await browser.post(place.location, fields);
    expect(added.location).toBe('/my?notice=passkey-added');

    const id = await site.sca.open({ initiator: anInitiator({ redirectPreferred: false }) });
    const { location: path } = await logInAtProvider(site, at, { link: linkOf(id), person });
    const page = await browser.get(path);
    const [method, context] = [hidden(page.text, 'method'), hidden(page.text, 'context')];
    expect(method).toBe('passkey');
    const proof = { method, context, code: authenticator.get(passkeyRequestOn(page)) };
    const form = { csrf: hidden(page.text, 'csrf'), ...proof };
    const back = await browser.post(`${path}/approve`, form);
    expect(sentBack(back)).toMatchObject({ 'tpp-session-id': 'session-1' });
    expect(site.sca.bank.payments.get('pay-1')?.transactionStatus).toBe('ACTC');
  });
});
