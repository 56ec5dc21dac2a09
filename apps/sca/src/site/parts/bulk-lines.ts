import { Big } from 'big.js';
import type { BulkPaymentInitiation, Language } from '@nordgate/contracts';
import { accountText, amountText } from '../language/plain-values.js';
import { textsOf } from '../language/texts.js';
import { dateLine, line } from './payment-lines.js';
import type { Line } from './payment-lines.js';

/** What the payments of a bulk payment have in common, with their sum and their number. */
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

/** The exact sum per currency, with the decimals of the most precise amount. */
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
