import { isBulk } from '@nordgate/contracts/events';
import { findProduct } from '@nordgate/contracts/http';
import { feeOf, offeredProduct } from '@nordgate/contracts/profile';
import type { BankProfile } from '@nordgate/contracts/profile';
import type { ApprovalContent, ShownPayment } from '../decision/approval-content.js';
import { hasOtherCurrency } from '../decision/acting-context.js';
import { textsOf } from '../language/texts.js';
import type { TextKey, Texts } from '../language/texts.js';
import { line } from '../parts/creditor-lines.js';
import { bulkLines, creditorLines, paymentLines, termLines } from '../parts/payment-lines.js';
import type { PaymentTerms } from '../parts/payment-lines.js';
import type { ApprovalPage } from './approval.page.js';
import type { Language } from '../language/site-language.js';

/** The payments in the language of the reader; after a bulk payment, each of its payments. */
export function paymentsOnPage(
  { approves, context, payments }: ApprovalContent,
  language: Language,
  products?: BankProfile['products'],
): ApprovalPage['payments'] {
  const t = textsOf(language);
  // The heading has the amount of the only payment that is approved.
  const isAlone = payments.length === 1 && approves.length === 1;
  return payments.flatMap(({ view, will }, index) => {
    const { instruction } = view;
    const key = markOf(view, will, { approves, context });
    const mark = key && t(key, { tpp: view.initiator.tppName });
    const terms = termsOf(view, will === 'be-approved' ? products : undefined);
    if (!isBulk(instruction)) {
      const heading = headingOf(t, index, payments.length);
      const lines = isAlone
        ? [
            line(t, 'payment.to', instruction.creditorName),
            ...termLines(instruction, language, terms),
          ]
        : paymentLines(instruction, language, terms);
      return [{ heading, lines, mark }];
    }
    const parts = instruction.payments.map((one, n) => ({
      heading: headingOf(t, n, instruction.payments.length),
      lines: creditorLines(one, language),
    }));
    return [{ lines: bulkLines(instruction, language, terms), mark }, ...parts];
  });
}

/** How fast a payment arrives, and what it costs by the price list. */
function termsOf(
  { instruction, product, service }: ShownPayment['view'],
  products: BankProfile['products'] | undefined,
): PaymentTerms {
  const isInstant = findProduct(service, product)?.product.execution === 'instant';
  const offered = products && offeredProduct({ products }, service, product);
  return { isInstant, fee: offered && (feeOf(offered, instruction) ?? 'none') };
}

/** Why a payment is not paid if the PSU approves, or what it is already; undefined when it is paid. */
function markOf(
  view: ShownPayment['view'],
  will: ShownPayment['will'],
  { approves, context }: Pick<ApprovalContent, 'approves' | 'context'>,
): TextKey | undefined {
  switch (will) {
    case 'be-approved':
      return undefined;
    case 'wait-for-another':
      return 'payment.signed-by-you';
    case 'stay-as-it-is':
      return `payment.settled.${settledAs(view)}`;
    case 'be-declined':
      if (hasOtherCurrency(context, view)) return 'payment.other-currency';
      return approves.length === 0 ? 'payment.not-payable' : 'payment.not-debitable';
  }
}

/** What became of a payment that the PSU no longer decides about. */
function settledAs({
  fundsAvailable,
  transactionStatus,
}: ShownPayment['view']): 'approved' | 'cancelled' | 'rejected' | 'waiting' {
  switch (transactionStatus) {
    case 'CANC':
      return 'cancelled';
    case 'RJCT':
      return 'rejected';
    case 'RCVD':
    case 'PDNG':
      return 'waiting';
    default:
      return fundsAvailable === false ? 'rejected' : 'approved';
  }
}

function headingOf(t: Texts, index: number, count: number): string | undefined {
  if (count === 1) return undefined;
  return t('payment.heading', { number: String(index + 1), count: String(count) });
}

/** The other signer, or that there has to be one; undefined when one signature is enough. */
export function signersOnPage(
  { context, signers }: ApprovalContent,
  firstSigner: string | undefined,
): ApprovalPage['signers'] {
  if (signers === 1) return undefined;
  return firstSigner === undefined
    ? { key: 'signers.first', name: context.name }
    : { key: 'signers.second', name: firstSigner };
}
