import { formatFault } from '../interface/reading/fault.js';
import type { BodyFault } from '../interface/reading/fault.js';
import { minorUnitFaults } from '../interface/payments/amounts.js';
import type { Partly } from '../interface/reading/rule.js';
import type { BodyPath } from '../base/json/json-value.js';
import { findProduct } from '../interface/products/payment-products.js';
import { isNorwegianAccountNumber } from '../base/rules/account-numbers.js';
import { isCalendarDate } from '../base/rules/days.js';
import { accessTextFaults } from './access-texts.js';
import type { BankProfile, ProfileProduct } from './bank-profile.js';
import { brandFaults } from './brand.js';
import type { ProfileExchange } from './exchange-terms.js';
import type { ProfileExemptions } from './exemption-terms.js';
import { timeOfDay } from './execution-terms.js';
import type { ProfileExecution } from './execution-terms.js';
import { operationFaults } from './operation-terms.js';
import type { ProfileRates } from './rate-terms.js';
import { leastMonths, retentionOf } from './retention-terms.js';
import type { ProfileRetention } from './retention-terms.js';
import { isOrigin } from './sca-terms.js';
import type { ProfileSca } from './sca-terms.js';

/** The rules of a profile that its schema cannot express. */
export function profileFaults({
  products = [],
  dates,
  fixes = [],
  exemptions,
  kidAccounts = [],
  execution,
  accounts,
  exchange,
  environment,
  sca,
  accessTexts = [],
  brand,
  rates,
  retention,
  operations,
}: Partly<BankProfile>): BodyFault[] {
  const names = products.map((product) => product?.name);
  return [
    ...products.flatMap((product, index) => [
      ...(names.indexOf(product?.name) < index
        ? [formatFault(['products', index, 'name'], 'list.duplicate')]
        : []),
      ...productFaults(product ?? {}, index),
    ]),
    ...dateFaults(dates?.structuredAddressesFrom, ['dates', 'structuredAddressesFrom']),
    ...exemptionFaults(exemptions ?? {}),
    ...executionFaults(execution ?? {}, environment),
    ...readFaults({ accounts, execution, environment }),
    ...rateFaults(exchange ?? {}),
    ...priceRateFaults(products, exchange),
    ...scaFaults(sca ?? {}, environment),
    ...accessTextFaults(accessTexts),
    ...brandFaults(brand),
    ...tppRateFaults(rates),
    ...retentionFaults(retention, execution?.executor),
    ...operationFaults(operations ?? {}, environment),
    ...kidAccounts.flatMap((account, index) =>
      account === undefined || isNorwegianAccountNumber(account)
        ? []
        : [formatFault(['kidAccounts', index], 'bban.checkDigit')],
    ),
    ...fixes.flatMap((fix, index) => [
      ...(fixes.findIndex((one) => one?.name === fix?.name) < index
        ? [formatFault(['fixes', index, 'name'], 'list.duplicate')]
        : []),
      ...dateFaults(fix?.defaultSince, ['fixes', index, 'defaultSince']),
    ]),
  ];
}

/** Each TPP has one entry. */
function tppRateFaults({ tpps = [] }: Partly<ProfileRates> = {}): BodyFault[] {
  const names = tpps.map((one) => one?.tpp);
  return names.flatMap((name, index) =>
    name !== undefined && names.indexOf(name) < index
      ? [formatFault(['rates', 'tpps', index, 'tpp'], 'list.duplicate')]
      : [],
  );
}

/** What leaves for the archive is deleted later, and the books of the bank itself are never dropped. */
function retentionFaults(
  {
    paymentMonths = retentionOf({}).paymentMonths,
    paymentArchiveMonths: months,
    entryMonths,
  }: Partly<ProfileRetention> = {},
  executor?: ProfileExecution['executor'],
): BodyFault[] {
  const range = { min: leastMonths, max: paymentMonths - 1 };
  const isLate = months !== undefined && months >= paymentMonths;
  const isOfBooks = entryMonths !== undefined && executor !== 'core';
  return [
    ...(isLate ? [formatFault(['retention', 'paymentArchiveMonths'], 'number.range', range)] : []),
    ...(isOfBooks ? [formatFault(['retention', 'entryMonths'], 'profile.entryMonths')] : []),
  ];
}

/** The krone has a rate by itself, and each other currency one at most. */
function rateFaults({ quotedOn, rates = [] }: Partly<ProfileExchange>): BodyFault[] {
  const currencies = rates.map((rate) => rate?.currency);
  return [
    ...dateFaults(quotedOn, ['exchange', 'quotedOn']),
    ...currencies.flatMap((currency, index) =>
      currency === 'NOK' || (currency !== undefined && currencies.indexOf(currency) < index)
        ? [formatFault(['exchange', 'rates', index, 'currency'], 'list.duplicate')]
        : [],
    ),
  ];
}

/** A fee is debited in the currency of the account: where rates are listed, its currency needs one. */
function priceRateFaults(
  products: Partly<BankProfile>['products'],
  exchange: Partly<BankProfile>['exchange'],
): BodyFault[] {
  if (exchange?.rates === undefined) return [];
  const rated = ['NOK', ...exchange.rates.map((rate) => rate?.currency)];
  return (products ?? []).flatMap((product, index) => {
    const currency = product?.price?.currency;
    return currency === undefined || rated.includes(currency)
      ? []
      : [formatFault(['products', index, 'price', 'currency'], 'exchange.noRate', { currency })];
  });
}

/** The ledger holds the money of a sandbox. */
function executionFaults(
  { executor, runs = [] }: Partly<ProfileExecution>,
  environment: BankProfile['environment'] | undefined,
): BodyFault[] {
  const isPretended = environment === 'production' && executor === 'ledger';
  return [
    ...(isPretended ? [formatFault(['execution', 'executor'], 'profile.executor')] : []),
    ...runs.flatMap((time, index) =>
      time === undefined || timeOfDay.test(time)
        ? []
        : [formatFault(['execution', 'runs', index], 'profile.timeOfDay')],
    ),
  ];
}

/** Only a core that moves the money has books to read. */
function readFaults({
  accounts,
  execution,
  environment,
}: Pick<Partly<BankProfile>, 'accounts' | 'execution' | 'environment'>): BodyFault[] {
  const executor = execution?.executor ?? (environment === 'production' ? 'core' : 'ledger');
  const isOfBank = accounts?.read === 'core' && executor !== 'core';
  return isOfBank ? [formatFault(['accounts', 'read'], 'profile.reads')] : [];
}

/** The method oidc needs a provider, and addresses without TLS are for a sandbox on this machine. */
function scaFaults(
  { methods = [], provider, rules = [] }: Partly<ProfileSca>,
  environment: BankProfile['environment'] | undefined,
): BodyFault[] {
  const isPlain = environment === 'production' && provider?.issuer?.startsWith('http:') === true;
  const isAlone = methods.includes('oidc') && provider === undefined;
  return [
    ...(isAlone ? [formatFault(['sca', 'provider'], 'member.required')] : []),
    ...(isPlain ? [formatFault(['sca', 'provider', 'issuer'], 'profile.issuer')] : []),
    ...(provider?.origins ?? []).flatMap((origin, index) =>
      origin === undefined || isOrigin(origin)
        ? []
        : [formatFault(['sca', 'provider', 'origins', index], 'profile.origin')],
    ),
    ...rules.flatMap((rule, index) =>
      minorUnitFaults(rule?.amountAbove, ['sca', 'rules', index, 'amountAbove']),
    ),
  ];
}

/** An exemption without bounds for a day would let a stolen session empty an account in small parts. */
function exemptionFaults({
  ownAccountsBelow: below,
  ownAccountsDailyCountMax: countMax,
  ownAccountsDailySumMax: sumMax,
}: Partly<ProfileExemptions>): BodyFault[] {
  const at = (member: keyof ProfileExemptions) => ['exemptions', member];
  const currency = below?.currency;
  const isOther = currency !== undefined && (sumMax?.currency ?? currency) !== currency;
  return [
    ...minorUnitFaults(below, at('ownAccountsBelow')),
    ...minorUnitFaults(sumMax, at('ownAccountsDailySumMax')),
    ...(below !== undefined && countMax === undefined
      ? [formatFault(at('ownAccountsDailyCountMax'), 'member.required')]
      : []),
    ...(below !== undefined && sumMax === undefined
      ? [formatFault(at('ownAccountsDailySumMax'), 'member.required')]
      : []),
    ...(isOther
      ? [formatFault(at('ownAccountsDailySumMax'), 'profile.sumCurrency', { currency })]
      : []),
  ];
}

function dateFaults(date: string | undefined, at: BodyPath): BodyFault[] {
  return date === undefined || isCalendarDate(date) ? [] : [formatFault(at, 'date.notInCalendar')];
}

/** Each limit has its own currency. */
function limitFaults(
  { amountMax, furtherAmountMax = [] }: Partly<ProfileProduct>,
  at: BodyPath,
): BodyFault[] {
  const currencies: readonly (string | undefined)[] = furtherAmountMax.map((one) => one?.currency);
  const isRepeat = (currency: string | undefined, index: number) =>
    currency !== undefined &&
    (currency === amountMax?.currency || currencies.indexOf(currency) < index);
  return [
    ...minorUnitFaults(amountMax, [...at, 'amountMax']),
    ...furtherAmountMax.flatMap((limit, index) => {
      const place = [...at, 'furtherAmountMax', index];
      const isTwice = isRepeat(limit?.currency, index);
      return [
        ...minorUnitFaults(limit, place),
        ...(isTwice ? [formatFault([...place, 'currency'], 'list.duplicate')] : []),
      ];
    }),
  ];
}

function productFaults(product: Partly<ProfileProduct>, index: number): BodyFault[] {
  const { name, services = [], hidesBeforeApproval = [], price } = product;
  const at = ['products', index];
  const unknown = services.flatMap((service, n) =>
    service === undefined || name === undefined || findProduct(service, name) !== undefined
      ? []
      : [formatFault([...at, 'services', n], 'product.unknown')],
  );
  const unoffered = hidesBeforeApproval.flatMap((service, n) =>
    services.includes(service)
      ? []
      : [formatFault([...at, 'hidesBeforeApproval', n], 'product.unknown')],
  );
  const amounts = [...minorUnitFaults(price, [...at, 'price']), ...limitFaults(product, at)];
  return [...unknown, ...unoffered, ...amounts];
}
