import { isBulk } from '@nordgate/contracts/events';
import type { PaymentInstruction, TransferInstruction } from '@nordgate/contracts/events';
import { findProduct } from '@nordgate/contracts/http';
import type { BulkPaymentInitiation, CreditorInstruction } from '@nordgate/contracts/http';
import { executionAfterApproval } from '@nordgate/contracts/calendar';
import { debitEstimateOf, feeOf, offeredProduct } from '@nordgate/contracts/profile';
import type { ApprovalTerms } from '@nordgate/contracts/profile';
import type { ApprovalContent, ShownPayment } from '../content/approval-content.js';
import { accountNamesIn, hasOtherCurrency } from '../content/acting-context.js';
import { amountText } from '../language/plain-values.js';
import { textsOf } from '../language/texts.js';
import type { TextKey } from '../language/texts.js';
import { line } from '../content/creditor-lines.js';
import type { Line } from '../content/creditor-lines.js';
import { bulkLines, creditorLines, paymentLines, termLines } from '../content/payment-lines.js';
import type { PaymentTerms } from '../content/payment-lines.js';
import type { ApprovalPage, PaymentsOnPage } from './approval.page.js';
import { commonLines, withoutCommon } from './payment-rows.js';
import type { PaymentRow } from './payment-rows.js';
import type { Language } from '../language/site-language.js';

/** The bank's terms at the moment at which a page is shown. */
export interface TermsNow extends ApprovalTerms {
  readonly now: Date;
}

/** A payment with what the page says about it. */
interface Described {
  readonly instruction: PaymentInstruction;
  /** Why approving does not pay it. */
  readonly mark: string | undefined;
  readonly terms: PaymentTerms;
}

/**
 * The payments in the language of the reader. One payment is a description; several, in a basket or a bulk
 * payment, are rows after what they have in common.
 *
 * @param terms that the page names for what is approved; without them it names no fee, estimate or moved day
 */
export function paymentsOnPage(
  { approves, context, payments }: ApprovalContent,
  language: Language,
  terms?: TermsNow,
): ApprovalPage['payments'] {
  const t = textsOf(language);
  const accountNames = accountNamesIn(context);
  const described = payments.map(({ view, will }): Described => {
    const key = markOf(view, will, { approves, context });
    const own = termsOf(view, will === 'be-approved' ? terms : undefined);
    return {
      instruction: view.instruction,
      mark: key && t(key, { tpp: view.initiator.tppName }),
      terms: { ...own, accountNames },
    };
  });
  // The heading has the amount of the only payment that is approved.
  const isInHeading = payments.length === 1 && approves.length === 1;
  return groupsOf(described).map((group) => {
    const [first, ...others] = group;
    if (isBulk(first.instruction)) return bulkOnPage(first.instruction, first, language);
    return others.length === 0
      ? onePayment(first.instruction, first, { language, isInHeading })
      : severalPayments(group, language);
  });
}

/** Payments that follow each other are together; a bulk payment is by itself. */
function groupsOf(described: readonly Described[]): readonly [Described, ...Described[]][] {
  const groups: [Described, ...Described[]][] = [];
  for (const one of described) {
    const last = groups.at(-1);
    const joins = last !== undefined && !isBulk(one.instruction) && !isBulk(last[0].instruction);
    if (joins) last.push(one);
    else groups.push([one]);
  }
  return groups;
}

function onePayment(
  instruction: TransferInstruction,
  { mark, terms }: Described,
  { isInHeading, language }: { readonly isInHeading: boolean; readonly language: Language },
): PaymentsOnPage {
  const payee = line(textsOf(language), 'payment.to', instruction.creditorName);
  const lines = isInHeading
    ? [payee, ...termLines(instruction, language, terms)]
    : paymentLines(instruction, language, terms);
  return { lines, rows: [], mark };
}

function severalPayments(group: readonly Described[], language: Language): PaymentsOnPage {
  const rows = group.flatMap(({ instruction, mark, terms }) =>
    isBulk(instruction)
      ? []
      : [rowOf(instruction, termLines(instruction, language, terms), { language, mark })],
  );
  const count = line(textsOf(language), 'bulk.count', String(rows.length));
  const common = commonLines(rows);
  return { lines: [count, ...common], rows: withoutCommon(rows, common) };
}

function bulkOnPage(
  instruction: BulkPaymentInitiation,
  { mark, terms }: Described,
  language: Language,
): PaymentsOnPage {
  const rows = instruction.payments.map((one) =>
    rowOf(one, creditorLines(one, language, terms), { language }),
  );
  const common = rows.length === 1 ? [] : commonLines(rows);
  const lines = [...bulkLines(instruction, language, terms), ...common];
  return { lines, rows: withoutCommon(rows, common), mark };
}

function rowOf(
  { creditorName, instructedAmount }: CreditorInstruction,
  lines: readonly Line[],
  { language, mark }: { readonly language: Language; readonly mark?: string | undefined },
): PaymentRow {
  const { amount, currency } = instructedAmount;
  const text = amountText(amount, currency, language);
  return { payee: creditorName, amount: text, exact: amount, lines, mark };
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
