import { readFileSync } from 'node:fs';
import { ENVIRONMENTS } from './bank-profile.js';
import { offeredProduct } from './offered-product.js';
import { executionTermsOf } from './execution-terms.js';
import { operationTermsOf } from './operation-terms.js';
import { scaTermsOf } from './sca-terms.js';
import {
  defaultProfile,
  defaultProfileFile,
  parseProfile,
  ProfileError,
  readProfile,
} from './read-profile.js';
import { timersOf } from './timers.js';

const file = defaultProfileFile('sandbox');
const sandbox = readFileSync(file, 'utf8');

function faultsOf(yaml: string): string[] {
  try {
    parseProfile(yaml, 'bank.yaml');
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ProfileError);
    return (error as Error).message.split('\n').map((line) => line.replace(/: [A-Z].*/, ''));
  }
}

describe('the default profile', () => {
  it.each(ENVIRONMENTS)('for %s names its environment', (environment) => {
    expect(defaultProfile(environment).environment).toBe(environment);
  });

  it.each(ENVIRONMENTS)('for %s is valid as the profile of a bank', (environment) => {
    expect(defaultProfile(environment)).toEqual(readProfile(defaultProfileFile(environment)));
  });

  it('enforces structured addresses when the specification says', () => {
    const from = ENVIRONMENTS.map((one) => defaultProfile(one).dates.structuredAddressesFrom);
    expect(from).toEqual(['2026-08-13', '2026-11-15']);
  });

  it('demands a KID for one account of the sandbox, and for none in production', () => {
    expect(defaultProfile('sandbox').kidAccounts).toEqual(['15030088880']);
    expect(defaultProfile('production').kidAccounts).toBeUndefined();
  });

  it('offers only the products that it lists, by each of their names', () => {
    const profile = defaultProfile('sandbox');
    const name = 'norwegian-cross-border-credit-transfers';
    expect(offeredProduct(profile, 'payments', name)?.price?.amount).toBe('75.00');
    const without = { products: profile.products.filter((one) => one.price === undefined) };
    expect(offeredProduct(without, 'payments', name)).toBeUndefined();
    expect(
      offeredProduct(without, 'payments', 'norwegian-domestic-credit-transfers'),
    ).toMatchObject({ isHiddenBeforeApproval: true });
  });
});

describe('the SCA of a profile', () => {
  const provider = `{ name: TestID, issuer: 'https://id.bank.example', clientId: bank, acrValues: [a],
    maxAgeSeconds: 300, customerClaim: pid, customerClaimHolds: identifier,
    dynamicLinking: authorization-details, detailsType: 'urn:x' }`;

  it('has code and passkey in a sandbox without it, and nothing in production', () => {
    expect(scaTermsOf(defaultProfile('sandbox')).methods).toEqual(['sandbox-code', 'passkey']);
    expect(scaTermsOf(defaultProfile('production')).methods).toEqual([]);
  });

  it('has the methods in their order, the provider and the rules', () => {
    const rules = `[{ amountAbove: { amount: '100.00', currency: NOK }, methods: [oidc] }]`;
    const sca = `sca: { methods: [passkey, oidc], provider: ${provider}, rules: ${rules} }`;
    expect(scaTermsOf(parseProfile(`${sandbox}\n${sca}`, 'bank.yaml'))).toMatchObject({
      methods: ['passkey', 'oidc'],
      provider: { issuer: 'https://id.bank.example' },
      rules: [{ methods: ['oidc'] }],
    });
  });

  it.each([
    ['the method oidc without a provider', 'sca: { methods: [oidc] }', '/sca/provider'],
    ['an unknown method', 'sca: { methods: [telepathy] }', '/sca/methods/0'],
    [
      'an issuer with a query',
      `sca: { methods: [oidc], provider: ${provider.replace('.example', '.example/?x=1')} }`,
      '/sca/provider/issuer',
    ],
    [
      'an issuer without TLS on another machine',
      `sca: { methods: [oidc], provider: ${provider.replace('https:', 'http:')} }`,
      '/sca/provider/issuer',
    ],
    [
      'an origin with a path',
      `sca: { methods: [oidc], provider: ${provider.replace('}', ", origins: ['https://a.b/c'] }")} }`,
      '/sca/provider/origins/0',
    ],
  ])('cannot have %s', (_about, sca, path) => {
    expect(faultsOf(`${sandbox}\n${sca}`).join()).toContain(path);
  });
});

describe('the operators of a profile', () => {
  const of = (operations: string) => `${sandbox}\noperations: ${operations}`;
  const issuer = 'https://login.bank.example';

  it('are certificates alone, and nothing needs a second person, without it', () => {
    const terms = operationTermsOf(parseProfile(sandbox, 'bank.yaml'));
    expect(terms).toMatchObject({ secondPerson: [], confirmWithinMinutes: 30, roleClaim: 'roles' });
    expect(terms).not.toHaveProperty('tokens');
    expect([...terms.roles.keys()]).toEqual(['operator', 'fraud-desk']);
  });

  it('have the issuer of tokens, the names of roles and the acts of a second person', () => {
    const roles = '[{ name: bank-operations, role: operator }]';
    const text = of(`{ issuer: '${issuer}', audience: x, roles: ${roles}, secondPerson: [stop] }`);
    const terms = operationTermsOf(parseProfile(text, 'bank.yaml'));
    expect(terms).toMatchObject({ tokens: { issuer, audience: 'x' }, secondPerson: ['stop'] });
    expect([...terms.roles]).toEqual([['bank-operations', 'operator']]);
  });

  it.each([
    ['an issuer without an audience', `{ issuer: '${issuer}' }`, '/operations/audience'],
    ['an unknown act', '{ secondPerson: [pay] }', '/operations/secondPerson/0'],
    ['an unknown role', '{ roles: [{ name: x, role: boss }] }', '/operations/roles/0/role'],
    ['more than a day', '{ confirmWithinMinutes: 1441 }', '/operations/confirmWithinMinutes'],
  ])('cannot have %s', (_about, operations, path) => {
    expect(faultsOf(of(operations)).join()).toContain(path);
  });
});

describe('the timers of a profile', () => {
  it('have the default values where the profile has none', () => {
    expect(timersOf(defaultProfile('production'))).toEqual({
      unapprovedHours: 24,
      linkMinutes: 10,
      approvalMinutes: 10,
      sessionMinutes: 60,
      registerMinutes: 5,
      unusedWorldDays: 30,
    });
    const told = parseProfile(`${sandbox}\ntimers: { linkMinutes: 5 }\n`, 'bank.yaml');
    expect(timersOf(told)).toMatchObject({ unapprovedHours: 24, linkMinutes: 5 });
  });
});

describe('the execution of payments', () => {
  const five = ['06:00', '09:30', '11:30', '13:30', '15:30'];

  it('is by the ledger in a sandbox, without periodic payments, and by the core in production', () => {
    expect(executionTermsOf({ environment: 'sandbox' })).toEqual({
      ...{ runs: five, executor: 'ledger', reminderMinutes: 60, executesPeriodic: false },
    });
    expect(executionTermsOf({ environment: 'production' })).toEqual({
      ...{ runs: five, executor: 'core', reminderMinutes: 60, executesPeriodic: true },
    });
  });

  it('is as the profile says, with its runs in the order of the day', () => {
    const execution = { runs: ['14:00', '08:00'], executor: 'ledger', reminderMinutes: 5 } as const;
    const own = {
      environment: 'production',
      execution: { ...execution, runs: [...execution.runs] },
    };
    expect(executionTermsOf(own as never)).toEqual({
      ...execution,
      runs: ['08:00', '14:00'],
      executesPeriodic: true,
    });
  });
});

describe('a profile', () => {
  it.each([
    ['an unknown member', (y: string) => `${y}\ncolour: blue\n`, ['bank.yaml:23: /colour']],
    ['a tab for spaces', (y: string) => y.replace('  - name', '\t- name'), ['bank.yaml:5']],
    ['a member named twice', (y: string) => `${y}\nenvironment: sandbox\n`, ['bank.yaml:23']],
    [
      'an unknown product and a price that is a number',
      (y: string) => y.replace('sepa-credit', 'sepia-credit').replace("'25.00'", '25.00'),
      ['bank.yaml:14: /products/3/name', 'bank.yaml:16: /products/3/price/amount'],
    ],
    [
      'a service in which there is no such product',
      (y: string) => y.replace('services: [payments]', 'services: [payments, bulk-payments]'),
      ['bank.yaml:9: /products/1/services/1'],
    ],
    [
      'a product that is there twice',
      (y: string) =>
        y.replace('instant-norwegian-domestic-credit-transfers-straks', 'sepa-credit-transfers'),
      ['bank.yaml:14: /products/3/name'],
    ],
    [
      'a price of three decimals',
      (y: string) => y.replace("'25.00'", "'25.001'"),
      ['bank.yaml:16: /products/3/price/amount'],
    ],
    [
      'a date that is none',
      (y: string) => y.replace('2026-08-13', '2026-02-30'),
      ['bank.yaml:19: /dates/structuredAddressesFrom'],
    ],
    [
      "a fix of the specification, whose date is not the bank's to say",
      (y: string) => `${y}\nfixes:\n  - { name: longer-names, defaultSince: 2031-01-01 }\n`,
      ['bank.yaml:24: /fixes/0/name'],
    ],
    [
      'a fix that is there twice, on a day that is none',
      (y: string) =>
        `${y}\nfixes:\n` +
        '  - { name: months-of-execution-12, defaultSince: 2031-02-30 }\n' +
        '  - { name: months-of-execution-12, defaultSince: 2031-01-01 }\n',
      ['bank.yaml:24: /fixes/0/defaultSince', 'bank.yaml:25: /fixes/1/name'],
    ],
    [
      'a session that is longer than the specification lets it be',
      (y: string) => `${y}\ntimers: { sessionMinutes: 61, linkMinutes: 1.5 }\n`,
      ['bank.yaml:23: /timers/sessionMinutes', 'bank.yaml:23: /timers/linkMinutes'],
    ],
    [
      'a cut-off that no clock shows, and a limit in parts that the currency does not have',
      (y: string) =>
        y.replace(
          '    hidesBeforeApproval',
          "    cutOff: '24:00'\n    amountMax: { amount: '1.001', currency: NOK }\n    hidesBeforeApproval",
        ),
      ['bank.yaml:7: /products/0/cutOff', 'bank.yaml:8: /products/0/amountMax/amount'],
    ],
    [
      'two limits of a product in one currency',
      (y: string) =>
        y.replace(
          '    hidesBeforeApproval',
          "    amountMax: { amount: '1', currency: NOK }\n" +
            "    furtherAmountMax: [{ amount: '1', currency: EUR }, { amount: '1', currency: NOK }, { amount: '2', currency: EUR }, { amount: '0.1', currency: JPY }]\n" +
            '    hidesBeforeApproval',
        ),
      [
        'bank.yaml:8: /products/0/furtherAmountMax/1/currency',
        'bank.yaml:8: /products/0/furtherAmountMax/2/currency',
        'bank.yaml:8: /products/0/furtherAmountMax/3/amount',
      ],
    ],
    [
      'an exemption without bounds for a day',
      (y: string) => `${y}\nexemptions:\n  ownAccountsBelow: { amount: '500', currency: NOK }\n`,
      [
        'bank.yaml:24: /exemptions/ownAccountsDailyCountMax',
        'bank.yaml:24: /exemptions/ownAccountsDailySumMax',
      ],
    ],
    [
      'an exemption with a sum in another currency, in too many decimals, and a count of none',
      (y: string) =>
        `${y}\nexemptions:\n  ownAccountsBelow: { amount: '500', currency: NOK }\n` +
        "  ownAccountsDailySumMax: { amount: '1000.001', currency: EUR }\n" +
        '  ownAccountsDailyCountMax: 0\n',
      [
        'bank.yaml:25: /exemptions/ownAccountsDailySumMax',
        'bank.yaml:25: /exemptions/ownAccountsDailySumMax/amount',
        'bank.yaml:26: /exemptions/ownAccountsDailyCountMax',
      ],
    ],
    [
      'a run at a time that no clock shows',
      (y: string) => `${y}\nexecution: { runs: ['06:00', '24:00'] }\n`,
      ['bank.yaml:23: /execution/runs/1'],
    ],
    [
      'the ledger of the sandbox as executor in production',
      (y: string) =>
        `${y.replace('environment: sandbox', 'environment: production')}\nexecution: { executor: ledger }\n`,
      ['bank.yaml:23: /execution/executor'],
    ],
    [
      'rates with the krone, a repeat, an impossible date and a rate of zero',
      (y: string) =>
        `${y}\nexchange:\n  quotedOn: 2026-02-30\n  rates:\n` +
        "    - { currency: EUR, nok: '11.72' }\n    - { currency: NOK, nok: '1' }\n" +
        "    - { currency: EUR, nok: '0.00' }\n",
      [
        'bank.yaml:24: /exchange/quotedOn',
        'bank.yaml:27: /exchange/rates/1/currency',
        'bank.yaml:28: /exchange/rates/2/currency',
        'bank.yaml:28: /exchange/rates/2/nok',
      ],
    ],
    [
      'a price in a currency without a rate, where rates are listed',
      (y: string) =>
        `${y.replace("amount: '25.00', currency: NOK", "amount: '25.00', currency: USD")}\n` +
        "exchange:\n  quotedOn: '2026-11-25'\n  rates: [{ currency: EUR, nok: '11.72' }]\n",
      ['bank.yaml:16: /products/3/price/currency'],
    ],
    ['no dates', (y: string) => y.replace(/dates:[^]*/, ''), ['bank.yaml:1: /dates']],
    [
      'a KID account with a wrong check digit',
      (y: string) => y.replace('15030088880', '15030088881'),
      ['bank.yaml:21: /kidAccounts/0'],
    ],
    [
      'a KID account written as a number',
      (y: string) => y.replace("'15030088880'", '15030088880'),
      ['bank.yaml:21: /kidAccounts/0'],
    ],
    [
      'payments that are archived after they are deleted',
      (y: string) => `${y}\nretention: { paymentArchiveMonths: 72 }\n`,
      ['bank.yaml:23: /retention/paymentArchiveMonths'],
    ],
    [
      'months of entries that no core has',
      (y: string) => `${y}\nretention: { entryMonths: 14 }\n`,
      ['bank.yaml:23: /retention/entryMonths'],
    ],
    [
      'a core that is read and moves no money',
      (y: string) => `${y}\naccounts: { read: core }\n`,
      ['bank.yaml:23: /accounts/read'],
    ],
    ['nothing in it', () => '', ['bank.yaml:1: ']],
  ])('is rejected, by line, for %s', (_what, change, expected) => {
    expect(faultsOf(change(sandbox))).toEqual(expected);
  });

  it('that does not exist is an error', () => {
    expect(() => readProfile('/nowhere/bank.yaml')).toThrow(ProfileError);
  });
});
