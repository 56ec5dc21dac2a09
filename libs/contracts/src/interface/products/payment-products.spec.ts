import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { PaymentService } from '../../base/values/payment-instruction.v2.js';
import type { Fault } from '../reading/fault.js';
import { rulesOfTheMoment } from '../reading/rule.js';
import { aContext } from '../reading/testing/a-context.js';
import { findProduct, paymentProducts } from './payment-products.js';

/** A file of a folder ok or not-ok: a change of the product's example, and what is said of it. */
interface Case {
  /** JSON merge patch (RFC 7396). */
  readonly change: object;
  readonly today?: string;
  readonly fixes?: readonly string[];
  /** Code, JSON pointer and rule of each, in order. */
  readonly faults?: readonly string[];
  readonly warnings?: readonly string[];
}

const folder = join(import.meta.dirname, 'cases');

const offers = paymentProducts.flatMap(({ name, services }) =>
  (Object.keys(services) as PaymentService[]).map((service) => [service, name] as const),
);

function patched(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const members = new Map(Object.entries(typeof target === 'object' && target ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name);
    else members.set(name, patched(members.get(name), value));
  }
  return Object.fromEntries(members);
}

function casesIn(service: string, product: string, kind: 'ok' | 'not-ok') {
  const files = join(folder, product, service, kind);
  return readdirSync(files).map((file): [string, Case] => [
    basename(file, '.json').replaceAll('-', ' '),
    JSON.parse(readFileSync(join(files, file), 'utf8')) as Case,
  ]);
}

const said = (faults: readonly Fault[]) =>
  faults.map(({ code, path, rule }) => `${code} ${path} ${rule}`);

function judge(service: PaymentService, product: string, { change, today, fixes = [] }: Case) {
  const { body } = findProduct(service, product)!.offer;
  const context = { ...aContext, today: today ?? aContext.today, fixes: new Set(fixes) };
  return body.parse(patched(body.example, change), context);
}

it('every payment product has valid and invalid cases', () => {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const [service, product] of offers) {
    expect(found).toContain(join(product, service, 'ok'));
    expect(found).toContain(join(product, service, 'not-ok'));
  }
});

describe.each(offers)('%s/%s', (service, product) => {
  it('accepts its example without a warning', () => {
    const { body } = findProduct(service, product)!.offer;
    expect(body.parse(body.example, aContext)).toEqual({ value: body.example, warnings: [] });
  });

  it.each(casesIn(service, product, 'ok'))('accepts %s', (_what, one) => {
    const parsed = judge(service, product, one);
    expect('faults' in parsed ? parsed.faults : said(parsed.warnings)).toEqual(one.warnings);
  });

  it.each(casesIn(service, product, 'not-ok'))('refuses %s', (_what, one) => {
    const parsed = judge(service, product, one);
    expect('faults' in parsed ? said(parsed.faults) : 'accepted').toEqual(one.faults);
  });
});

describe('a body that is valid at one moment', () => {
  const days = ['2020-01-01', aContext.today, '2030-06-01', '2040-01-01'];
  const moments = days.flatMap((today) =>
    ['2020-01-01', '2050-01-01'].flatMap((lastExecutionDate) =>
      [[], aContext.kidAccounts].map((kidAccounts) => {
        return { ...aContext, today, lastExecutionDate, kidAccounts };
      }),
    ),
  );

  /** The rules that the body of a case breaks at some moments, where it is valid at another one. */
  function rulesBroken(service: PaymentService, name: string, { change, fixes = [] }: Case) {
    const { body } = findProduct(service, name)!.offer;
    const json = patched(body.example, change);
    const parsed = moments.map((moment) => body.parse(json, { ...moment, fixes: new Set(fixes) }));
    if (parsed.every((one) => 'faults' in one)) return [];
    return parsed.flatMap((one) => ('faults' in one ? one.faults.map(({ rule }) => rule) : []));
  }

  it('breaks rules of the moment only, at any other', () => {
    const broken = offers.flatMap(([service, name]) =>
      [...casesIn(service, name, 'ok'), ...casesIn(service, name, 'not-ok')].flatMap(([, one]) =>
        rulesBroken(service, name, one),
      ),
    );
    const ofBodies = ['date.past', 'date.instant', 'date.tooLate', 'kid.missing'];
    const ofAddresses = ['address.structured', 'address.exchanged'];
    expect([...new Set(broken)].sort()).toEqual([...ofBodies, ...ofAddresses].sort());
    expect([...new Set(broken)].filter((rule) => !rulesOfTheMoment.has(rule))).toEqual([]);
  });
});

describe('a product', () => {
  it('is found under each of its names', () => {
    const names = ['cross-border-credit-transfers', 'norwegian-cross-border-credit-transfers'];
    for (const name of names) {
      expect(findProduct('payments', name)?.product.name).toBe('cross-border-credit-transfers');
    }
  });

  it('is offered in the services of specification 4.2', () => {
    expect(offers.map((offer) => offer.join('/')).sort()).toEqual([
      'bulk-payments/norwegian-domestic-credit-transfers',
      'payments/cross-border-credit-transfers',
      'payments/instant-norwegian-domestic-credit-transfers-straks',
      'payments/norwegian-domestic-credit-transfers',
      'payments/sepa-credit-transfers',
      'periodic-payments/norwegian-domestic-credit-transfers',
    ]);
  });

  it('shows nothing before the approval in one case only (specification 3)', () => {
    const hidden = offers.filter(
      ([service, name]) => findProduct(service, name)?.offer.hiddenBeforeApproval,
    );
    expect(hidden).toEqual([['payments', 'norwegian-domestic-credit-transfers']]);
  });

  it.each([
    ['periodic-payments', 'sepa-credit-transfers'],
    ['bulk-payments', 'cross-border-credit-transfers'],
    ['payments', 'constructor'],
    ['payments', ''],
  ] as const)('is unknown to %s as %j', (service, name) => {
    expect(findProduct(service, name)).toBeUndefined();
  });
});
