import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACCESS_TEXTS } from '@nordgate/contracts/profile';
import type {
  CrossBorderPaymentInitiation,
  PeriodicPaymentInitiation,
  SepaPaymentInitiation,
} from '@nordgate/contracts/http';
import type { ActingContext } from '@nordgate/contracts/queries';
import type { MethodOnPage } from '../challenge/sca-method.js';
import type { MoneylessKind, UnpaidAct } from '../approve/approval-heading.js';
import type { proofActOf } from '../approve/approval-sentences.js';
import type { PageKind } from '../frame/page-kind.js';
import type { SiteErrorKind } from '../frame/site-error.js';
import { statusOfKind } from '../frame/site-error.js';
import type { Leaving } from '../leave/outcome-parameters.js';
import { catalogues } from './texts.js';

type Foreign = CrossBorderPaymentInitiation;

const src = join(import.meta.dirname, '..', '..');
const keys = Object.keys(catalogues.en);

/** A word for each member of a type: the compiler demands that none is missing and none is too many. */
const each = <Word extends string>(words: { readonly [One in Word]: true }) => Object.keys(words);

const withoutMoney = { contact: true, overview: true, passkey: true } as const;
const unpaid = { ...withoutMoney, access: true, cancellation: true } as const;
const paid = { payment: true, basket: true } as const;
const pageKinds = each<PageKind>({ ...unpaid, ...paid });
const unpaidActs = each<UnpaidAct>({ ...unpaid, end: true });
/** The kinds whose sentences are not those about access. */
const bankKinds = each<Exclude<PageKind, 'access' | 'contact'>>({
  ...paid,
  ...{ cancellation: true, overview: true, passkey: true },
});
const proofActs = each<ReturnType<typeof proofActOf>>({
  ...{ approve: true, stop: true, access: true, identity: true },
});
const ways = each<Leaving>({
  ...{ expired: true, 'wrong-codes': true, 'unknown-customer': true, 'other-customer': true },
  ...{ 'joined-basket': true, refused: true, 'not-debitable': true, 'not-approvable': true },
  ...{ 'signed-already': true, fault: true, 'tpp-stopped': true, withdrawn: true },
  ...{ rejected: true, 'decided-before': true, used: true, aborted: true, unavailable: true },
  ...{ 'access-ended': true, 'no-method': true },
});
const errorKinds = Object.keys(statusOfKind) as SiteErrorKind[];

/** The words in the place of `*`, for every text whose key the sources put together. */
const madeKeys: Readonly<Record<string, readonly string[]>> = {
  'access.*': Object.keys(ACCESS_TEXTS),
  'approval.*': each<MoneylessKind>(withoutMoney),
  'approval.submit.*': unpaidActs,
  'passkey.submit.*': unpaidActs,
  'oidc.submit.*': unpaidActs,
  'approval.refuseHint.*': bankKinds,
  'approval.codeHint.*': proofActs,
  'passkey.proofHint.*': proofActs,
  'oidc.proofHint.*': proofActs,
  'logIn.*': bankKinds,
  'ended.*': ways,
  'ended.nothing.*': pageKinds.filter((kind) => kind !== 'access'),
  'ended.again.*': each<Exclude<PageKind, 'access' | 'overview' | 'passkey'>>({
    ...{ payment: true, basket: true, cancellation: true, contact: true },
  }),
  'payment.settled.*': ['approved', 'cancelled', 'rejected', 'waiting'],
  'approval.use.*': each<MethodOnPage['method']>({
    'sandbox-code': true,
    passkey: true,
    oidc: true,
  }),
  'context.*': each<ActingContext['context']>({ PRIVATE: true, CORPORATE: true }),
  'title.*.*': ['approve', 'callOff'].flatMap((verb) =>
    ['one', 'standing', 'many'].map((form) => `${verb}.${form}`),
  ),
  'page.*': errorKinds,
  'page.*.text': errorKinds,
  'failed.*': ways,
  'frequency.*': each<PeriodicPaymentInitiation['frequency']>({
    ...{ Daily: true, Weekly: true, EveryTwoWeeks: true, Monthly: true, EveryTwoMonths: true },
    ...{ Quarterly: true, SemiAnnual: true, Annual: true, MonthlyVariable: true },
  }),
  'purpose.*': each<NonNullable<Foreign['purposeCode']>>({
    ...{ INVS: true, SALA: true, IDCP: true, CASH: true, CORT: true, INTC: true, PENS: true },
    ...{ SSBE: true, SUPP: true, TAXS: true, TREA: true, VATX: true, LOAN: true, OTHR: true },
  }),
  'payment.rule.*': each<NonNullable<PeriodicPaymentInitiation['executionRule']>>({
    ...{ following: true, preceeding: true },
  }),
  'payment.charges.*': each<NonNullable<(Foreign | SepaPaymentInitiation)['chargeBearer']>>({
    ...{ DEBT: true, CRED: true, SHAR: true, SLEV: true },
  }),
  'payment.speed.*': each<NonNullable<Foreign['serviceLevel']>>({ URGP: true, NURG: true }),
  'my.lastRead.*': ['attended', 'unattended'],
  'my.read.*.*': ['balances', 'transactions'].flatMap((kind) => [
    `${kind}.attended`,
    `${kind}.unattended`,
  ]),
  'passkey.*': ['added', 'refused'],
};

/** The production sources and templates, without the catalogues. */
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(ts|eta)$/.test(path) && !/\.spec\.ts$|^testing\//.test(path))
  .filter((path) => !/^site\/language\/(nb|en|sv|da)\//.test(path))
  .map((path) => readFileSync(join(src, path), 'utf8'));

const escaped = (text: string) => text.replaceAll('.', '\\.');
const isMadeBy = (pattern: string) => {
  const form = new RegExp(`^${escaped(pattern).replaceAll('*', '[^.]+')}$`);
  return keys.some((key) => form.test(key));
};

/** Templates such as `failed.${way}` or 'logIn.' + kind, with `*` in place of what is put in. */
function patternsIn(source: string): readonly string[] {
  const templates = [...source.matchAll(/`([^`\n]*\$\{[^`\n]*)`/g)].map(([, text = '']) =>
    text.replaceAll(/\$\{[^}]*\}/g, '*'),
  );
  const sums = [...source.matchAll(/'([A-Za-z.]+\.)' \+/g)].map(([, text = '']) => `${text}*`);
  return [...templates, ...sums].filter((one) => /^[a-z]+\.[\w.*-]+$/i.test(one) && isMadeBy(one));
}

const literals = new Set(
  sources.flatMap((source) =>
    [...source.matchAll(/(?<=['"`])[\w.-]+(?=['"`])/g)].map(([word]) => word),
  ),
);

/** The keys of a pattern. A list of a pattern with two places has both words. */
const keysOf = (pattern: string) =>
  (madeKeys[pattern] ?? []).map((word) => pattern.replace(/\*(\.\*)?/, word));

describe('the texts of the site', () => {
  it('are used by a page, a notice or a redirect', () => {
    const made = new Set(Object.keys(madeKeys).flatMap(keysOf));
    expect(keys.filter((key) => !literals.has(key) && !made.has(key))).toEqual([]);
  });

  it('whose keys are put together have a list of what is put in', () => {
    const found = new Set(sources.flatMap(patternsIn));
    expect([...found].sort()).toEqual(Object.keys(madeKeys).sort());
  });
});
