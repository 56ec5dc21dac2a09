import { NoParameters } from '@nordgate/contracts/http';
import {
  createSigner,
  issueSandboxCa,
  issueTppSeal,
  createCertificateCache,
  createTrustStore,
} from '@nordgate/signature';
import type { RequestSigner } from '@nordgate/signature';
import { RequestError } from '../reply/request-error.js';
import type { TppTrust } from '../trust/tpp-trust.js';
import { VerificationTurn } from '../verify/turn.js';
import { verifyHead } from '../verify/verify-request.js';
import { headerTable, headerValuesOf } from './header-table.js';
import { paymentInitiation } from './route-requirements.js';
import { aGeneration } from '../testing/a-generation.js';

const uuid = '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10';
const now = new Date('2030-03-01T10:00:00Z');
const body = Buffer.from('{}');
const target = '/v1/payments/norwegian-domestic-credit-transfers';

/** The rows of specification 4.3, in its order; Date stands below its table. */
const rowsOfTheSpecification = [
  ...['x-accept-fix', 'Accept', 'Accept-Charset', 'Accept-Encoding', 'Accept-Language', 'Host'],
  ...['X-Request-ID', 'TPP-Session-ID', 'TPP-Redirect-URI', 'TPP-Redirect-Preferred', 'Digest'],
  ...['TPP-Signature-Certificate', 'Signature', 'PSU-ID', 'PSU-Corporate-ID', 'PSU-Context'],
  ...['PSU-IP-Address', 'PSU-IP-Port', 'PSU-User-Agent', 'PSU-Accept', 'PSU-Accept-Charset'],
  ...['PSU-Accept-Encoding', 'PSU-Accept-Language', 'PSU-HTTP-Method', 'PSU-Device-ID'],
  'PSU-Geo-Location',
];

type Row = readonly [name: string, value: string | undefined, outcome: string];
const taken = '200';
const malformed = '400 FORMAT_ERROR';
const missing = '400 HTTP_HEADER_REQUIRED';
const unservable = '406 FORMAT_ERROR';
const untrue = '400 BAD_REQUEST';

/** Of each header: what is accepted, what is refused, and the value beside the border. */
const table: readonly Row[] = [
  ['x-accept-fix', 'amount-as-string, longer-names', taken],
  ['x-accept-fix', 'amount-as-string,, no-such-fix', taken],
  ['x-accept-fix', Array.from({ length: 33 }, (_, i) => `f${String(i)}`).join(), malformed],
  ['x-accept-fix', undefined, missing],
  ['Accept', 'application/json', taken],
  ['Accept', 'application/json; charset=utf-8', taken],
  ['Accept', 'text/html, */*;q=0.1', taken],
  ['Accept', 'application/xml', unservable],
  ['Accept', 'application/json;q=0, */*;Q=0', unservable],
  ['Accept', 'json', malformed],
  ['Accept-Charset', 'utf-8, iso-8859-1;q=0.5', taken],
  ['Accept-Charset', 'iso-8859-1', taken],
  ['Accept-Charset', 'utf-8;q=2', malformed],
  ['Accept-Encoding', 'gzip, deflate, br', taken],
  ['Accept-Encoding', 'zstd', taken],
  ['Accept-Encoding', 'identity;q=0, gzip', taken],
  ['Accept-Encoding', 'identity;q=0, zstd', unservable],
  ['Accept-Encoding', '*;q=0', unservable],
  ['Accept-Encoding', 'gzip;level=9', malformed],
  ['Accept-Language', 'nb-NO, en;q=0.8, *;q=0.1', taken],
  ['Accept-Language', 'de', taken],
  ['Accept-Language', 'norwegian-language', malformed],
  ['Host', 'bank.example:8443', taken],
  ['Host', '[2001:db8::1]:443', taken],
  ['Host', 'user@bank.example', malformed],
  ['Host', 'bank.example:65536', malformed],
  ['X-Request-ID', 'any text that is unique', taken],
  ['X-Request-ID', 'r'.repeat(128), taken],
  ['X-Request-ID', 'r'.repeat(129), malformed],
  ['X-Request-ID', undefined, missing],
  ['TPP-Session-ID', 'session', taken],
  ['TPP-Session-ID', 's'.repeat(129), malformed],
  ['TPP-Session-ID', undefined, missing],
  ['TPP-Redirect-URI', 'https://tpp.example/back?state=1', taken],
  ['TPP-Redirect-URI', 'http://localhost/back', malformed],
  ['TPP-Redirect-URI', undefined, missing],
  ['TPP-Nok-Redirect-URI', 'https://tpp.example/failed?a=1', taken],
  ['TPP-Nok-Redirect-URI', 'http://tpp.example/failed', malformed],
  ['TPP-Nok-Redirect-URI', '/failed', malformed],
  ['TPP-Redirect-Preferred', 'false', taken],
  ['TPP-Redirect-Preferred', 'true', taken],
  ['TPP-Redirect-Preferred', 'False', malformed],
  ['Digest', 'MD5=1B2M2Y8AsgTpgAmY7PhCfg==', untrue],
  ['Digest', undefined, missing],
  ['TPP-Signature-Certificate', 'MIIB', malformed],
  ['TPP-Signature-Certificate', undefined, missing],
  ['Signature', 'keyId="x"', malformed],
  ['Signature', undefined, missing],
  ['Date', 'Fri, 01 Mar 2030 10:01:00 GMT', taken],
  ['Date', 'Fri, 01 Mar 2030 10:01:01 GMT', untrue],
  ['Date', undefined, missing],
  ['PSU-ID', uuid.toUpperCase(), taken],
  ['PSU-ID', `${uuid}0`, malformed],
  ['PSU-ID', undefined, missing],
  ['PSU-Corporate-ID', 'agreement-1', taken],
  ['PSU-Corporate-ID', 'a'.repeat(129), malformed],
  ['PSU-Context', 'PRIVATE', taken],
  ['PSU-Context', 'private', malformed],
  ['PSU-Context', 'CORPORATE', missing],
  ['PSU-IP-Address', '192.0.2.7', taken],
  ['PSU-IP-Address', '[2001:db8::1]', taken],
  ['PSU-IP-Address', '::ffff:192.0.2.7', taken],
  ['PSU-IP-Address', '192.0.2.7:443', malformed],
  ['PSU-IP-Address', 'fe80::1%eth0', malformed],
  ['PSU-IP-Address', '[192.0.2.7]', malformed],
  ['PSU-IP-Address', undefined, missing],
  ['PSU-IP-Port', '65535', taken],
  ['PSU-IP-Port', '0', malformed],
  ['PSU-IP-Port', '65536', malformed],
  ['PSU-User-Agent', 'Nettleser/1.0 (æøå)', taken],
  ['PSU-User-Agent', 'n'.repeat(1025), malformed],
  ['PSU-Accept', 'text/html, */*', taken],
  ['PSU-Accept', 'tab\tinside', malformed],
  ['PSU-Accept-Charset', 'utf-8', taken],
  ['PSU-Accept-Charset', 'c'.repeat(257), malformed],
  ['PSU-Accept-Encoding', 'gzip', taken],
  ['PSU-Accept-Encoding', 'e'.repeat(257), malformed],
  ['PSU-Accept-Language', 'nb', taken],
  ['PSU-Accept-Language', 'l'.repeat(257), malformed],
  ['PSU-HTTP-Method', 'PATCH', taken],
  ['PSU-HTTP-Method', 'TRACE', malformed],
  ['PSU-Device-ID', uuid, taken],
  ['PSU-Device-ID', '1234', malformed],
  ['PSU-Geo-Location', 'GEO:59.91,10.75', taken],
  ['PSU-Geo-Location', 'GEO:-90,180', taken],
  ['PSU-Geo-Location', 'GEO:90.1,0', malformed],
  ['PSU-Geo-Location', '59.91,10.75', malformed],
  ['Client-VOP-Requested', 'true', taken],
  ['Client-VOP-Requested', 'maybe', taken],
  ['Client-VOP-Request-ID', uuid, taken],
  ['Client-VOP-Request-ID', 'no id', taken],
  ['TPP-Notification-URI', 'https://tpp.example/notify', taken],
  ['TPP-Notification-URI', 'somewhere else', taken],
  ['TPP-Notification-Content-Preferred', 'status=SCA, PROCESS', taken],
  ['TPP-Notification-Content-Preferred', 'all', taken],
];

describe('the table of headers (specification 4.3)', () => {
  let trust: TppTrust;
  let sign: RequestSigner;
  beforeAll(async () => {
    const validity = {
      validFrom: new Date('2030-01-01T00:00:00Z'),
      validTo: new Date('2031-01-01T00:00:00Z'),
    };
    const ca = await issueSandboxCa({ ...validity, commonName: 'CA', organisation: 'CA' });
    const seal = await issueTppSeal({
      ...validity,
      ca,
      commonName: 'TPP',
      organisation: 'TPP AS',
      organizationIdentifier: 'PSDNO-FSA-900000001',
      roles: ['PSP_PI'],
    });
    const store = createTrustStore({ certificates: [ca.certificate] });
    const certificates = createCertificateCache(store);
    trust = { current: () => ({ certificates, register: 'open', stops: new Map() }) };
    sign = createSigner(seal);
  });

  const complete: Readonly<Record<string, string>> = {
    host: 'bank.example',
    'x-request-id': uuid,
    'x-accept-fix': 'amount-as-string',
    'tpp-redirect-uri': 'https://tpp.example/back',
    'tpp-session-id': 's-1',
    'psu-id': uuid,
    'psu-ip-address': '192.0.2.7',
  };
  const ofTheSignature = ['Digest', 'TPP-Signature-Certificate', 'Signature', 'Date'];

  /** Signed with the change, or changed after it where the signer makes the header itself. */
  function headersWith(name: string, value: string | undefined): Record<string, string> {
    const change = (headers: Readonly<Record<string, string>>): Record<string, string> => {
      const others = Object.entries(headers).filter(
        ([one]) => one.toLowerCase() !== name.toLowerCase(),
      );
      return Object.fromEntries(
        value === undefined ? others : [...others, [name.toLowerCase(), value]],
      );
    };
    const request = { method: 'POST', target, body };
    if (name === 'Date' && value !== undefined) {
      return sign({ ...request, headers: complete, now: new Date(value) });
    }
    if (!ofTheSignature.includes(name)) return sign({ ...request, headers: change(complete), now });
    return change(sign({ ...request, headers: complete, now }));
  }

  async function outcomeOf(lines: readonly (readonly [string, string])[]): Promise<string[]> {
    // Node keeps the first of some repeated headers and joins the others.
    const headers: Record<string, string> = {};
    for (const [name, value] of lines) headers[name.toLowerCase()] ??= value;
    const verifying = verifyHead(
      {
        ...{ method: 'POST', target, rawHeaders: lines.flat(), header: headerValuesOf(headers) },
        parameters: NoParameters,
      },
      paymentInitiation,
      {
        ...{ environment: 'production', profile: {}, trust, turn: new VerificationTurn() },
        ...{
          now: () => now,
          fixesOn: () => new Set<string>(),
          ids: { current: 'A', keys: {} },
          generation: aGeneration(0),
          corporateUsers: { requireAgreement: () => Promise.resolve() },
        },
      },
    );
    try {
      await (await verifying).withBody(body);
      return [taken];
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      return error.faults.map((one) => {
        const code = 'refused' in one ? one.refused : one.code;
        return `${String(error.status)} ${code} ${one.path ?? ''}`;
      });
    }
  }

  it('has every row of the specification, Date and TPP-Nok-Redirect-URI, once', () => {
    const names = headerTable
      .filter(({ isWithoutEffect }) => isWithoutEffect !== true)
      .map(({ name }) => name);
    const others = ['Date', 'TPP-Nok-Redirect-URI'];
    expect([...names].sort()).toEqual([...rowsOfTheSpecification, ...others].sort());
  });

  it('has an accepted and a rejected value for every row in this spec', () => {
    const shown = (wanted: (row: Row) => boolean) =>
      new Set(table.filter(wanted).map(([name]) => name));
    const names = headerTable.map(({ name }) => name);
    // What is accepted of these is signed again in every row of the table.
    const always = ['Digest', 'TPP-Signature-Certificate', 'Signature'];
    const accepted = shown(([, , outcome]) => outcome === taken);
    expect(names.filter((name) => !accepted.has(name))).toEqual(always);
    const refused = shown(([, , outcome]) => outcome !== taken);
    const never = headerTable.filter((row) => row.isWithoutEffect).map(({ name }) => name);
    const free = names.filter((name) => !refused.has(name) && name !== 'Accept-Charset');
    expect(free).toEqual(never);
  });

  it.each(table)('%s: %s is answered %s', async (name, value, outcome) => {
    const path = name === 'PSU-Context' && outcome === missing ? 'PSU-Corporate-ID' : name;
    const seen = await outcomeOf(Object.entries(headersWith(name, value)));
    expect(seen).toEqual([outcome === taken ? taken : `${outcome} ${path}`]);
  });

  const single = headerTable.filter(({ isList }) => isList !== true).map(({ name }) => name);
  it.each(single)('%s may not come twice', async (name) => {
    const [, value] = table.find(([one, , outcome]) => one === name && outcome === taken) ?? [];
    const lines = Object.entries(headersWith(ofTheSignature.includes(name) ? '' : name, value));
    const first = lines.find(([one]) => one.toLowerCase() === name.toLowerCase());
    const [seen] = await outcomeOf([...lines, first ?? ['', '']]);
    expect(seen).toBe(`400 FORMAT_ERROR ${name}`);
  });

  it.each(headerTable.filter(({ isList }) => isList).map(({ name }) => name))(
    '%s is a list and may come in parts',
    async (name) => {
      const [, value = ''] = table.find(([one, , outcome]) => one === name && outcome === taken)!;
      const lines = Object.entries(headersWith(name, value));
      expect(await outcomeOf([...lines, [name, value]])).toEqual([taken]);
    },
  );

  it('rejects a Digest of another body', async () => {
    const other = Buffer.from('[]');
    const headers = sign({ method: 'POST', target, body: other, headers: complete, now });
    expect(await outcomeOf(Object.entries(headers))).toEqual([`${untrue} Digest`]);
  });

  it('reports all faults together, and 406 only for well-formed headers', async () => {
    const headers = { ...complete, accept: 'text/html', 'psu-ip-port': '0', host: 'a b' };
    const lines = Object.entries(sign({ method: 'POST', target, body, headers, now }));
    const faults = [`${malformed} Host`, `${malformed} PSU-IP-Port`];
    expect(await outcomeOf(lines)).toEqual(faults);
  });
});

const takes = (name: string, value: string) => {
  const schema = headerTable.find((row) => row.name === name)?.form.schema;
  const { pattern, maxLength, enum: codes } = schema ?? { maxLength: -1 };
  if (maxLength !== undefined && value.length > maxLength) return false;
  if (codes !== undefined) return codes.includes(value);
  return pattern === undefined || new RegExp(pattern, 'u').test(value);
};

describe('the schemas of headers in the description', () => {
  it.each(headerTable.map((rule) => [rule.name, rule] as const))(
    '%s: the check accepts every example of the schema',
    (name, { form }) => {
      const { examples = [], enum: codes = [] } = form.schema;
      for (const value of [...examples, ...codes]) {
        expect([value, form.accepts(value, 'production'), takes(name, value)]).toEqual([
          value,
          true,
          true,
        ]);
      }
    },
  );

  it.each([
    ['PSU-ID', 'C9D7A6B1-5E1F-4A37-9D0A-3C1F6D2B8E47', 'c9d7a6b1'],
    ['PSU-Device-ID', 'C9D7A6B1-5e1f-4A37-9D0A-3C1F6D2B8E47', ''],
    ['X-Request-ID', 'r'.repeat(128), 'r'.repeat(129)],
    ['TPP-Session-ID', 'æøå', 'a\tb'],
    ['PSU-IP-Address', '[2001:db8::1]', 'localhost'],
    ['PSU-IP-Address', '::ffff:192.0.2.7', '10.0.0.1/8'],
    ['PSU-IP-Port', '65535', '655350'],
    ['PSU-Geo-Location', 'geo:-90;179.5', '59.91,10.75'],
    ['PSU-HTTP-Method', 'PATCH', 'TRACE'],
    ['PSU-Context', 'CORPORATE', 'private'],
    ['TPP-Redirect-Preferred', 'false', 'no'],
    ['TPP-Redirect-URI', 'https://tpp.example/back?state=1', 'tpp.example'],
  ])('%s: schema and check accept %s and reject %s', (name, right, wrong) => {
    const rule = headerTable.find((one) => one.name === name);
    const judged = (value: string) => [
      takes(name, value),
      rule?.form.accepts(value, 'production') ?? false,
    ];
    expect([judged(right), judged(wrong)]).toEqual([
      [true, true],
      [false, false],
    ]);
  });
});
