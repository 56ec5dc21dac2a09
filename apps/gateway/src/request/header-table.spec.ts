import { NoParameters } from '@nordgate/contracts/http';
import { createSigner, createCertificateCache, createTrustStore } from '@nordgate/signature';
import { issueSandboxCa, issueTppSeal } from '@nordgate/signature/issue';
import type { RequestSigner } from '@nordgate/signature';
import { RequestError } from '../reply/request-error.js';
import type { TppTrust } from '../trust/tpp-trust.source.js';
import { VerificationTurn } from '../verify/turn.js';
import { verifyHead } from '../verify/verify-request.js';
import {
  malformed,
  missing,
  table,
  taken,
  untrue,
  aUuid as uuid,
  shownValue,
} from '../testing/header-values.js';
import type { Row } from '../testing/header-values.js';
import { headerTable, headerValuesOf } from './header-table.js';
import { paymentInitiation } from './route-requirements.js';
import { aWorld } from '../testing/a-world.js';

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
      return sign({ ...request, headers: { ...complete, Date: value } });
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
          worlds: aWorld(0),
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
    const neverRefused = ['Accept-Charset', 'Accept-Language', 'PSU-User-Agent', 'PSU-Accept'];
    const forwarded = ['Charset', 'Encoding', 'Language'].map((one) => `PSU-Accept-${one}`);
    const refused = shown(([, , outcome]) => outcome !== taken);
    expect(names.filter((name) => !refused.has(name))).toEqual([
      ...neverRefused,
      ...forwarded,
      ...headerTable.filter((row) => row.isWithoutEffect).map(({ name }) => name),
    ]);
  });

  it('has a value with bytes beyond ASCII for every row in this spec', () => {
    const shown = new Set(table.flatMap(([name, value]) => (value === '\u0080' ? name : [])));
    const unshown = headerTable.map(({ name }) => name).filter((name) => !shown.has(name));
    // Its values are tested in libs/signature.
    expect(unshown).toEqual(['Digest']);
  });

  const titled = table.map(
    ([name, value, outcome]) => [name, shownValue(value), outcome, value] as const,
  );
  it.each(titled)('%s: %s is answered %s', async (name, _shown, outcome, value) => {
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
    ['TPP-Session-ID', 'a b', 'æøå'],
    ['TPP-Nok-Redirect-URI', 'https://tpp.example/%C3%A5', 'https://tpp.example/å'],
    ['PSU-IP-Address', '[2001:db8::1]', 'localhost'],
    ['PSU-IP-Address', '::ffff:192.0.2.7', '10.0.0.1/8'],
    ['PSU-IP-Address', 'fe80::1%eth0', 'fe80::1 eth0'],
    ['PSU-IP-Port', '65535', '655350'],
    ['PSU-Geo-Location', 'geo:-90;179.5', '59.91,10.75'],
    ['PSU-HTTP-Method', 'PATCH', 'TRACE'],
    ['PSU-Context', 'CORPORATE', 'private'],
    ['TPP-Redirect-Preferred', 'False', 'no'],
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
