import { Big } from 'big.js';
import type { BulkPaymentInitiation } from '@nordgate/contracts/http';
import type { Language } from '@nordgate/contracts/texts';
import { accountText, amountText } from '../language/plain-values.js';
import { textsOf } from '../language/texts.js';
import { dateLine, line } from './payment-lines.js';
import type { Line } from './payment-lines.js';

/** What all sub-payments of a bulk payment have together: their sum and number above all. */
export function bulkLines(bulk: BulkPaymentInitiation, language: Language): Line[] {
  const t = textsOf(language);
  const { debtorAccount, payments, paymentInformationId: name } = bulk;
  return [
    ...totalsOf(bulk).map(([currency, total]) => ({
      ...line(t, 'bulk.total', amountText(total, currency, language)),
      exact: total,
    })),
    line(t, 'bulk.count', String(payments.length)),
    line(t, 'payment.fromAccount', accountText(debtorAccount)),
    ...(name === undefined ? [] : [line(t, 'bulk.name', name)]),
    dateLine(bulk, language, t),
  ];
}

/** The exact sum for each currency, with as many decimals as its most precise amount has. */
function totalsOf({ payments }: BulkPaymentInitiation): [string, string][] {
  const sums = new Map<string, { readonly sum: Big; readonly decimals: number }>();
  for (const { instructedAmount } of payments) {
    const { amount, currency } = instructedAmount;
    const { sum, decimals } = sums.get(currency) ?? { sum: new Big(0), decimals: 0 };
    const own = amount.split('.')[1]?.length ?? 0;
    sums.set(currency, { sum: sum.plus(amount), decimals: Math.max(decimals, own) });
  }
  return [...sums].map(([currency, { sum, decimals }]) => [currency, sum.toFixed(decimals)]);
}
