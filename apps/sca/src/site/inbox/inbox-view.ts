import { isBulk } from '@nordgate/contracts/events';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import { accountText, amountText } from '../language/plain-values.js';
import { textsOf } from '../language/texts.js';
import type { Texts } from '../language/texts.js';
import { line } from '../parts/creditor-lines.js';
import type { Line } from '../parts/creditor-lines.js';
import { bulkLines } from '../parts/payment-lines.js';
import { partsOf, totalText } from '../parts/totals.js';
import type { InboxItem } from './inbox-item.js';
import type { Language } from '../language/site-language.js';

/** The payments and baskets that wait for a second signature, in `inbox.eta`. */
export interface InboxPart {
  /** Undefined before the log-in, and while the items cannot be shown. */
  readonly inbox?: readonly {
    /** The value in the form. */
    readonly key: string;
    /** The sum, and the payee of a single payment. */
    readonly heading: string;
    readonly actsFor: string;
    readonly tppName: string;
    /** The organizationIdentifier of the TPP. */
    readonly tppId: string;
    /** The name of the first signer. */
    readonly firstSigner: string;
    readonly payments: readonly (readonly Line[])[];
    /** The text of the button; undefined when this PSU signed first. */
    readonly sign?: string | undefined;
  }[];
  readonly inboxIsDown?: true;
  /** The address of the forms. */
  readonly sign: string;
  /** The whole address of this page, for the other signer. */
  readonly passOn: string;
}

/** The items for the page. `names` has the first signers by customer id. */
export function inboxOnPage(
  items: readonly InboxItem[],
  names: ReadonlyMap<string, string>,
  language: Language,
): NonNullable<InboxPart['inbox']> {
  const t = textsOf(language);
  return items.map((item) => {
    const { agreement, firstSigner, isMine, key, payments } = item;
    return {
      key,
      heading: headingOf(item, language, t),
      actsFor: agreement.name,
      tppName: payments[0]?.initiator.tppName ?? '',
      tppId: payments[0]?.initiator.tpp ?? '',
      firstSigner: isMine ? t('inbox.you') : (names.get(firstSigner) ?? ''),
      payments: payments.map(({ instruction }) => summaryLines(instruction, language, t)),
      sign: isMine ? undefined : signText(item, t),
    };
  });
}

/** The amount and the payee of a payment; the sums of several payments. */
function headingOf({ payments }: InboxItem, language: Language, t: Texts): string {
  const instructions = payments.map(({ instruction }) => instruction);
  const sum = totalText(instructions, language);
  const [only, ...others] = instructions.flatMap(partsOf);
  if (only === undefined || others.length > 0) return sum;
  return t('inbox.heading', { sum, to: only.creditorName });
}

/** Amount, creditor and debtor account. The approval page shows the rest. */
function summaryLines(instruction: PaymentInstruction, language: Language, t: Texts): Line[] {
  if (isBulk(instruction)) return bulkLines(instruction, language);
  const { amount, currency } = instruction.instructedAmount;
  return [
    { ...line(t, 'payment.amount', amountText(amount, currency, language)), exact: amount },
    line(t, 'payment.to', instruction.creditorName),
    line(t, 'payment.fromAccount', accountText(instruction.debtorAccount)),
  ];
}

/** The text of the button. It differs between items, for PSUs who use a screen reader. */
function signText({ payments, resource }: InboxItem, t: Texts): string {
  const [first] = payments;
  const count = String(payments.length);
  if (first === undefined || resource.kind === 'basket') return t('inbox.sign.basket', { count });
  const { instruction } = first;
  return isBulk(instruction)
    ? t('inbox.sign.bulk', { count: String(instruction.payments.length) })
    : t('inbox.sign.payment', { to: instruction.creditorName });
}
