import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTrustStore } from '@nordgate/signature';
import { issueSandboxCa } from '@nordgate/signature/issue';
import { ProcessSettings } from '../settings/process-settings.js';
import { readSettings } from '../settings/read-settings.js';
import { ocspRespondersIn, requireIssuers, responderOf } from './ocsp-responders.js';
import { openRegister, withTppTrust } from './open-register.js';

class Settings extends withTppTrust(ProcessSettings) {}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-trust-'));
});
afterEach(() => rm(folder, { recursive: true }));

const required = {
  ...{ NORDGATE_ENVIRONMENT: 'production', NORDGATE_SECRETS_DIR: '/x', KAFKA_BROKERS: 'k:1' },
};
type Change = Readonly<Record<string, string>>;
const open = async (change: Change) =>
  openRegister(readSettings(Settings, { ...required, ...change }), new Date());
const url = 'https://register.example/tpps';

describe('the settings of the register of TPPs', () => {
  it.each<readonly [string, Change, string]>([
    ['name a file and an address', { URL: url, FILE: '/x' }, 'are both set'],
    ['have plain http in production', { URL: 'http://127.0.0.1/' }, 'URL has to be https'],
    [
      'have plain http to another host',
      { URL: 'http://register.example/', ENVIRONMENT: 'sandbox' },
      'URL has to be https',
    ],
    ['have no address at all', { URL: 'register' }, 'URL: The value must be an https address'],
    ['have a password in the address', { URL: 'https://a:b@x.example/' }, 'an https address'],
    [
      'ask too seldom',
      { URL: url, POLL_SECONDS: '31' },
      'POLL_SECONDS: The value must be a whole number from 5 to 30.',
    ],
    ['have a token without the address', { TOKEN_FILE: '/x' }, 'TOKEN_FILE needs'],
    [
      'have a certificate without its key',
      { URL: url, TLS_CERT_FILE: import.meta.filename },
      'go together',
    ],
    [
      'name a token that is not there',
      { URL: url, TOKEN_FILE: '/nonexistent' },
      'TOKEN_FILE: ENOENT',
    ],
  ])('are refused when they %s', async (_what, { ENVIRONMENT, ...change }, fault) => {
    const named: Change = Object.fromEntries(
      Object.entries(change).map(([name, value]) => [`NORDGATE_TPP_REGISTER_${name}`, value]),
    );
    const environment: Change =
      ENVIRONMENT === undefined ? {} : { NORDGATE_ENVIRONMENT: ENVIRONMENT };
    await expect(open({ ...named, ...environment })).rejects.toThrow(fault);
  });

  it('may name neither a file nor an address', async () => {
    expect(await open({})).toBeUndefined();
  });
});

describe('the file of OCSP responders', () => {
  const entry = { issuer: 'CN=CA,O=A Trust Service,C=NO', url: 'http://ocsp.example/' };
  const read = async (text: string) => {
    const path = join(folder, 'ocsp.json');
    await writeFile(path, text);
    return ocspRespondersIn(path);
  };

  it('names the responder of a CA that is trusted', async () => {
    const { certificate } = await issueSandboxCa({
      ...{ validFrom: new Date('2026-01-01'), validTo: new Date('2036-01-01') },
      ...{ commonName: 'CA', organisation: 'A Trust Service' },
    });
    const store = createTrustStore({ authorities: [certificate] });
    const [ca] = store.certificates;
    const responders = await read(JSON.stringify([entry]));
    requireIssuers(responders, store);
    expect(ca && responderOf(responders, ca)).toMatchObject(entry);
    const misspelt = await read(JSON.stringify([{ ...entry, issuer: 'CN=C' }]));
    expect(() => requireIssuers(misspelt, store)).toThrow('has the name CN=C');
  });

  it.each([
    ['text that is not JSON', '[{', 'NORDGATE_OCSP_FILE: '],
    ['no list', '{}', 'it has to be a JSON list'],
    [
      'another name',
      JSON.stringify([{ ...entry, issuer: 'CA' }]),
      'entry 1: issuer: The value must be the name of a CA',
    ],
    [
      'another address',
      JSON.stringify([{ ...entry, url: 'ldap://x/' }]),
      'url: The value must be an http',
    ],
    ['an unknown field', JSON.stringify([{ ...entry, soft: true }]), 'soft'],
    ['a CA twice', JSON.stringify([entry, entry]), 'the list has it twice'],
  ])('is refused with %s', async (_what, text, fault) => {
    await expect(read(text)).rejects.toThrow(fault);
  });
});
