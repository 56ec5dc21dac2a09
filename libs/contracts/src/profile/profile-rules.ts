import { type Finding, formatError } from '../http/finding.js';
import type { BodyPath } from '../http/json-pointer.js';
import { isCalendarDate } from '../http/rules/calendar-date.js';
import { minorUnitFindings } from '../http/rules/minor-units.js';
import type { Partly } from '../http/rules/partly.js';
import { findProduct } from '../products/payment-products.js';
import type { BankProfile, ProfileProduct } from './bank-profile.js';

/** What no schema can say of a profile. */
export function profileFindings({
  products = [],
  dates,
  fixes = [],
  exemptions,
}: Partly<BankProfile>): Finding[] {
  const names = products.map((product) => product?.name);
  return [
    ...products.flatMap((product, index) => [
      ...(names.indexOf(product?.name) < index
        ? [formatError(['products', index, 'name'], 'list.duplicate')]
        : []),
      ...productFindings(product ?? {}, index),
    ]),
    ...dateFindings(dates?.structuredAddressesFrom, ['dates', 'structuredAddressesFrom']),
    ...minorUnitFindings(exemptions?.ownAccountsBelow, ['exemptions', 'ownAccountsBelow']),
    ...fixes.flatMap((fix, index) => [
      ...(fixes.findIndex((one) => one?.name === fix?.name) < index
        ? [formatError(['fixes', index, 'name'], 'list.duplicate')]
        : []),
      ...dateFindings(fix?.defaultSince, ['fixes', index, 'defaultSince']),
    ]),
  ];
}

function dateFindings(date: string | undefined, at: BodyPath): Finding[] {
  return date === undefined || isCalendarDate(date) ? [] : [formatError(at, 'date.notInCalendar')];
}

function productFindings(product: Partly<ProfileProduct>, index: number): Finding[] {
  const { name, services = [], hidesBeforeApproval = [], price, amountMax } = product;
  const at = ['products', index];
  const unknown = services.flatMap((service, n) =>
    service === undefined || name === undefined || findProduct(service, name) !== undefined
      ? []
      : [formatError([...at, 'services', n], 'product.unknown')],
  );
  const unoffered = hidesBeforeApproval.flatMap((service, n) =>
    services.includes(service)
      ? []
      : [formatError([...at, 'hidesBeforeApproval', n], 'product.unknown')],
  );
  const amounts = [
    ...minorUnitFindings(price, [...at, 'price']),
    ...minorUnitFindings(amountMax, [...at, 'amountMax']),
  ];
  return [...unknown, ...unoffered, ...amounts];
}
