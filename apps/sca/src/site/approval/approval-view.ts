import { isBulk } from '@nordgate/contracts/events';
import { findProduct } from '@nordgate/contracts/http';
import { feeOf, offeredProduct } from '@nordgate/contracts/profile';
import type { BankProfile } from '@nordgate/contracts/profile';
import type { ApprovalContent, ShownPayment } from '../decision/approval-content.js';
import { hasOtherCurrency } from '../decision/acting-context.js';
import { hashOfChoice, idsOf } from '../decision/picked-accounts.js';
import { accountText, cardText } from '../language/plain-values.js';
import { textsOf } from '../language/texts.js';
import type { TextKey, Texts } from '../language/texts.js';
import { bulkLines, creditorLines, paymentLines, termLines } from '../parts/payment-lines.js';
import type { PaymentTerms } from '../parts/payment-lines.js';
import type { ApprovalPage } from './approval.page.js';
import type { Language } from '../language/site-language.js';

const marks: { readonly [Will in ShownPayment['will']]: TextKey | undefined } = {
  'be-approved': undefined,
  'be-declined': 'payment.not-debitable',
  'stay-as-it-is': 'payment.settled',
  'wait-for-another': 'payment.signed-by-you',
};

/** The payments in the language of the reader; after a bulk payment, each of its payments. */
export function paymentsOnPage(
  { approves, context, payments }: ApprovalContent,
  language: Language,
  products?: BankProfile['products'],
): ApprovalPage['payments'] {
  const t = textsOf(language);
  // The heading has amount and payee of the only payment that is approved.
  const linesOf = payments.length === 1 && approves.length === 1 ? termLines : paymentLines;
  return payments.flatMap(({ view, will }, index) => {
    const { instruction } = view;
    const mark = markOf(view, will, { approves, context });
    const terms = termsOf(view, will === 'be-approved' ? products : undefined);
    if (!isBulk(instruction)) {
      const heading = headingOf(t, index, payments.length);
      return [{ heading, lines: linesOf(instruction, language, terms), mark }];
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

/** Why a payment is not paid if the PSU approves; undefined when it is paid. */
function markOf(
  view: ShownPayment['view'],
  will: ShownPayment['will'],
  { approves, context }: Pick<ApprovalContent, 'approves' | 'context'>,
): TextKey | undefined {
  if (will !== 'be-declined') return marks[will];
  if (hasOtherCurrency(context, view)) return 'payment.other-currency';
  return approves.length === 0 ? 'payment.not-payable' : marks[will];
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

/** The accounts and card accounts that the PSU picked, with their hash; nothing before that. */
export function accountsOnPage({
  accounts,
  cardAccounts = [],
}: ApprovalContent): Pick<ApprovalPage, 'accounts' | 'shown'> {
  if (accounts === undefined) return {};
  return {
    accounts: [
      ...accounts.map(({ bban, name }) => ({ name, number: accountText({ bban }) })),
      ...cardAccounts.map(({ maskedPan, name }) => ({ name, number: cardText(maskedPan) })),
    ],
    shown: hashOfChoice(idsOf({ accounts, cardAccounts })),
  };
}
