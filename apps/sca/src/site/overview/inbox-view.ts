import { isBulk } from '@nordgate/contracts/events';
import { accountNamesIn } from '../content/acting-context.js';
import { textsOf } from '../language/texts.js';
import type { Texts } from '../language/texts.js';
import { amountLines, line, ofAmount } from '../content/creditor-lines.js';
import type { Line } from '../content/creditor-lines.js';
import { bulkLines } from '../content/payment-lines.js';
import { partsOf, totalText } from '../content/totals.js';
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
      payments: summariesOf(item, language, t),
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

/** What the PSU recognises each payment by. The approval page shows the rest. */
function summariesOf({ agreement, payments }: InboxItem, language: Language, t: Texts): Line[][] {
  const names = accountNamesIn(agreement);
  // The heading has amount and payee of a payment alone, and the sum of a bulk alone.
  const isAlone = payments.length === 1;
  return payments.map(({ instruction }) => {
    if (isBulk(instruction)) {
      const lines = bulkLines(instruction, language, { accountNames: names });
      return isAlone ? lines.filter(({ label }) => label !== t('bulk.total')) : lines;
    }
    const { creditorAccount, debtorAccount, instructedAmount } = instruction;
    const { currency } = instructedAmount;
    return [
      ...(isAlone ? [] : amountLines(instruction, language)),
      line(t, 'payment.toAccount', ofAmount(creditorAccount, currency, names)),
      line(t, 'payment.fromAccount', ofAmount(debtorAccount, currency, names)),
    ];
  });
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
