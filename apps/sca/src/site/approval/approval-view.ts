import { isBulk } from '@nordgate/contracts/events';
import { findProduct } from '@nordgate/contracts/http';
import { executionAfterApproval } from '@nordgate/contracts/calendar';
import { debitEstimateOf, feeOf, offeredProduct } from '@nordgate/contracts/profile';
import type { ApprovalTerms } from '@nordgate/contracts/profile';
import type { ApprovalContent, ShownPayment } from '../decision/approval-content.js';
import { hasOtherCurrency } from '../decision/acting-context.js';
import { textsOf } from '../language/texts.js';
import type { TextKey, Texts } from '../language/texts.js';
import { line } from '../parts/creditor-lines.js';
import { bulkLines, creditorLines, paymentLines, termLines } from '../parts/payment-lines.js';
import type { PaymentTerms } from '../parts/payment-lines.js';
import type { ApprovalPage } from './approval.page.js';
import type { Language } from '../language/site-language.js';

/** The bank's terms at the moment at which a page is shown. */
export interface TermsNow extends ApprovalTerms {
  readonly now: Date;
}

/**
 * The payments in the language of the reader; after a bulk payment, each of its payments.
 *
 * @param terms that the page names for what is approved; without them it names no fee, estimate or moved day
 */
export function paymentsOnPage(
  { approves, context, payments }: ApprovalContent,
  language: Language,
  terms?: TermsNow,
): ApprovalPage['payments'] {
  const t = textsOf(language);
  // The heading has the amount of the only payment that is approved.
  const isAlone = payments.length === 1 && approves.length === 1;
  return payments.flatMap(({ view, will }, index) => {
    const { instruction } = view;
    const key = markOf(view, will, { approves, context });
    const mark = key && t(key, { tpp: view.initiator.tppName });
    const own = termsOf(view, will === 'be-approved' ? terms : undefined);
    if (!isBulk(instruction)) {
      const heading = headingOf(t, index, payments.length);
      const lines = isAlone
        ? [
            line(t, 'payment.to', instruction.creditorName),
            ...termLines(instruction, language, own),
          ]
        : paymentLines(instruction, language, own);
      return [{ heading, lines, mark }];
    }
    const parts = instruction.payments.map((one, n) => ({
      heading: headingOf(t, n, instruction.payments.length),
      lines: creditorLines(one, language),
    }));
    return [{ lines: bulkLines(instruction, language, own), mark }, ...parts];
  });
}

/** How fast a payment arrives and when, what it costs, and what it will probably take. */
function termsOf(view: ShownPayment['view'], terms: TermsNow | undefined): PaymentTerms {
  const { instruction, price, product, service } = view;
  const isInstant = findProduct(service, product)?.product.execution === 'instant';
  if (terms === undefined) return { isInstant };
  return {
    isInstant,
    fee: feeOf({ price }, instruction) ?? 'none',
    estimate: debitEstimateOf(instruction, price, terms.rates),
    ...(isInstant ? {} : { planned: plannedFor(view, terms) }),
  };
}

function plannedFor(
  { acceptedAt, instruction, product, service }: ShownPayment['view'],
  { lastRun, now, products }: TermsNow,
): PaymentTerms['planned'] {
  if (acceptedAt === undefined) return undefined;
  const cutOff = offeredProduct({ products }, service, product)?.cutOff;
  return executionAfterApproval({ instruction, acceptedAt, cutOff }, now, lastRun);
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
  if (transactionStatus === 'CANC') return 'cancelled';
  if (transactionStatus === 'RJCT' || fundsAvailable === false) return 'rejected';
  const waits = transactionStatus === 'RCVD' || transactionStatus === 'PDNG';
  return waits ? 'waiting' : 'approved';
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
