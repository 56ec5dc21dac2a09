import fc from 'fast-check';
import { LANGUAGES, textOf } from '@nordgate/contracts/texts';
import { redirectAddress } from '@nordgate/contracts/rules';
import { headerFaults } from './check-headers.js';
import { headerValuesOf } from './header-table.js';
import {
  accountReading,
  agreementReading,
  basketCreation,
  consentCreation,
  consentReading,
  fundsConfirming,
  paymentChange,
  paymentInitiation,
  paymentReading,
  sandboxService,
  userReading,
} from './route-requirements.js';
import type { RouteRequirements } from './route-requirements.js';

const uuid = '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10';
const complete = {
  'x-request-id': uuid,
  'x-accept-fix': 'amount-as-string',
  'tpp-redirect-uri': 'https://tpp.example/back',
  'tpp-session-id': 's-1',
  'psu-id': uuid,
  'psu-ip-address': '192.0.2.7',
};

function faultsOf(
  changes: Record<string, string | undefined>,
  requirements: RouteRequirements = paymentInitiation,
  environment: 'sandbox' | 'production' = 'sandbox',
): string[] {
  const header = headerValuesOf({ ...complete, ...changes });
  return headerFaults(header, requirements, environment).map(({ code, path }) => `${code} ${path}`);
}

describe('the headers of a payment initiation', () => {
  it('are accepted when they are as specified', () => {
    expect(faultsOf({})).toEqual([]);
  });

  it.each([
    ['x-request-id', 'X-Request-ID'],
    ['x-accept-fix', 'x-accept-fix'],
    ['tpp-redirect-uri', 'TPP-Redirect-URI'],
    ['tpp-session-id', 'TPP-Session-ID'],
    ['psu-id', 'PSU-ID'],
    ['psu-ip-address', 'PSU-IP-Address'],
  ])('need %s', (name, path) => {
    expect(faultsOf({ [name]: undefined })).toEqual([`HTTP_HEADER_REQUIRED ${path}`]);
    expect(faultsOf({ [name]: ' ' })).toEqual([`HTTP_HEADER_REQUIRED ${path}`]);
  });

  it('need no PSU-ID and no TPP-Session-ID at first contact, with PSU-Context', () => {
    const first = { 'psu-id': undefined, 'tpp-session-id': undefined, 'psu-context': 'PRIVATE' };
    expect(faultsOf(first)).toEqual([]);
  });

  it('of a confirmation of funds need PSU-ID, and no session', () => {
    const without = { 'tpp-session-id': undefined, 'psu-ip-address': undefined };
    expect(faultsOf(without, fundsConfirming)).toEqual([]);
    expect(faultsOf({ ...without, 'psu-id': undefined }, fundsConfirming)).toEqual([
      'HTTP_HEADER_REQUIRED PSU-ID',
    ]);
    expect(faultsOf({ ...without, 'psu-context': 'CORPORATE' }, fundsConfirming)).toEqual([
      'HTTP_HEADER_REQUIRED PSU-Corporate-ID',
    ]);
  });

  it.each([
    ['x-accept-fix', 'amount-as-string'],
    ['psu-id', 'PSU-Context'],
    ['tpp-session-id', 'PSU-ID'],
  ])('say in each language what goes with a missing %s', (name, said) => {
    const header = headerValuesOf({ ...complete, [name]: undefined });
    const faults = headerFaults(header, paymentInitiation, 'sandbox');
    expect(faults).toHaveLength(1);
    for (const language of LANGUAGES) {
      expect(faults.map((fault) => textOf(fault, language)).join()).toContain(said);
    }
  });

  it('need TPP-Session-ID with PSU-ID, in every context', () => {
    const changes = { 'tpp-session-id': undefined, 'psu-context': 'PRIVATE' };
    expect(faultsOf(changes)).toEqual(['HTTP_HEADER_REQUIRED TPP-Session-ID']);
  });

  it('need PSU-Corporate-ID with PSU-ID in corporate context', () => {
    expect(faultsOf({ 'psu-context': 'CORPORATE' })).toEqual([
      'HTTP_HEADER_REQUIRED PSU-Corporate-ID',
    ]);
    expect(faultsOf({ 'psu-context': 'CORPORATE', 'psu-corporate-id': 'agreement-1' })).toEqual([]);
    const first = { 'psu-id': undefined, 'tpp-session-id': undefined, 'psu-context': 'CORPORATE' };
    expect(faultsOf(first)).toEqual([]);
  });

  it.each([agreementReading, consentCreation])(
    'need no PSU-Corporate-ID where the PSU picks the agreement: %j',
    (requirements) => {
      expect(faultsOf({ 'psu-context': 'CORPORATE' }, requirements)).toEqual([]);
    },
  );

  it('report all faults together', () => {
    expect(faultsOf({ 'x-request-id': undefined, 'psu-ip-address': 'x' })).toEqual([
      'HTTP_HEADER_REQUIRED X-Request-ID',
      'FORMAT_ERROR PSU-IP-Address',
    ]);
  });
});

describe('the form of a header', () => {
  it.each([
    ['psu-id', 'not-a-uuid', 'PSU-ID'],
    ['psu-context', 'BOTH', 'PSU-Context'],
    ['psu-ip-address', '300.1.1.1', 'PSU-IP-Address'],
    ['psu-ip-port', '0', 'PSU-IP-Port'],
    ['psu-ip-port', '65536', 'PSU-IP-Port'],
    ['psu-http-method', 'TRACE', 'PSU-HTTP-Method'],
    ['psu-device-id', '1234', 'PSU-Device-ID'],
    ['psu-geo-location', '59.91,10.75', 'PSU-Geo-Location'],
    ['tpp-redirect-preferred', 'yes', 'TPP-Redirect-Preferred'],
    ['x-request-id', 'r'.repeat(129), 'X-Request-ID'],
  ])('%s refuses %s', (name, value, path) => {
    expect(faultsOf({ [name]: value })).toEqual([`FORMAT_ERROR ${path}`]);
  });

  it.each([
    ['psu-id', uuid.toUpperCase()],
    ['psu-context', 'PRIVATE'],
    ['psu-ip-address', '2001:db8::1'],
    ['psu-ip-port', '65535'],
    ['psu-http-method', 'PATCH'],
    ['psu-device-id', uuid],
    ['psu-geo-location', 'GEO:59.91,10.75'],
    ['psu-geo-location', 'GEO:-33.9,151.2'],
    ['tpp-redirect-preferred', 'false'],
    ['psu-user-agent', 'Nettleser/1.0 (æøå)'],
  ])('%s accepts %s', (name, value) => {
    expect(faultsOf({ [name]: value })).toEqual([]);
  });
});

describe('TPP-Redirect-URI', () => {
  it('is accepted exactly when the approval site redirects to it', () => {
    const host = fc.oneof(
      fc.domain(),
      fc.ipV6().map((address) => `[${address}]`),
      fc.string({ unit: fc.constantFrom('a', '7', '-', '_', '.', '*', ';', '@'), minLength: 1 }),
    );
    const uri = fc
      .tuple(fc.constantFrom('https://', 'http://', ''), host)
      .map(([scheme, name]) => `${scheme}${name}/back`);
    fc.assert(
      fc.property(uri, fc.constantFrom('sandbox', 'production'), (value, environment) => {
        const faults = faultsOf({ 'tpp-redirect-uri': value }, paymentInitiation, environment);
        expect(faults.length === 0).toBe(redirectAddress(value, environment) !== undefined);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['http://tpp.example/back', 'sandbox'],
    ['javascript:alert(1)', 'sandbox'],
    ['//tpp.example/back', 'sandbox'],
    ['https://user:pass@tpp.example/', 'sandbox'],
    ['https://@tpp.example/', 'sandbox'],
    ['https://*.tpp.example/', 'sandbox'],
    ['https://tpp;.example/', 'sandbox'],
    ['https://tpp..example/', 'sandbox'],
    ['http://localhost/back', 'production'],
    [`https://tpp.example/${'x'.repeat(2048)}`, 'sandbox'],
  ] as const)('refuses %s in the %s', (uri, environment) => {
    expect(faultsOf({ 'tpp-redirect-uri': uri }, paymentInitiation, environment)).toEqual([
      'FORMAT_ERROR TPP-Redirect-URI',
    ]);
  });

  it.each([
    ['https://tpp.example/back?state=1', 'production'],
    ['https://my_app.tpp-1.example/back', 'production'],
    ['https://[2001:db8::1]/back', 'production'],
    ['http://127.0.0.1:9000/back', 'sandbox'],
    ['http://localhost/back', 'sandbox'],
  ] as const)('accepts %s in the %s', (uri, environment) => {
    expect(faultsOf({ 'tpp-redirect-uri': uri }, paymentInitiation, environment)).toEqual([]);
  });
});

describe('the headers of other routes', () => {
  it('a basket creation needs the PSU', () => {
    const first = { 'psu-id': undefined, 'psu-context': 'PRIVATE' };
    expect(faultsOf(first, basketCreation)).toEqual(['HTTP_HEADER_REQUIRED PSU-ID']);
  });

  const ownHeaders = { 'x-request-id': uuid, 'tpp-redirect-uri': complete['tpp-redirect-uri'] };

  it('a read needs X-Request-ID and TPP-Redirect-URI only', () => {
    const header = headerValuesOf(ownHeaders);
    expect(headerFaults(header, paymentReading, 'sandbox')).toEqual([]);
  });

  it.each([
    paymentInitiation,
    basketCreation,
    paymentReading,
    paymentChange,
    userReading,
    accountReading,
    consentCreation,
    consentReading,
  ])(
    'TPP-Redirect-URI is required of every request that may lead a PSU: $kind for $roles',
    (requirements) => {
      expect(faultsOf({ 'tpp-redirect-uri': undefined }, requirements)).toEqual([
        'HTTP_HEADER_REQUIRED TPP-Redirect-URI',
      ]);
    },
  );

  it('GET /v1/user needs no PSU-ID, but needs TPP-Redirect-URI', () => {
    const header = headerValuesOf({ 'x-request-id': uuid });
    const paths = headerFaults(header, userReading, 'sandbox').map(({ path }) => path);
    expect(paths).toEqual(['TPP-Redirect-URI']);
  });

  it('the sandbox and contact routes need neither PSU headers nor TPP-Redirect-URI', () => {
    const header = headerValuesOf({ 'x-request-id': uuid });
    expect(headerFaults(header, sandboxService, 'sandbox')).toEqual([]);
  });
});
