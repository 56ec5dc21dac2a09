import { isBulk } from '@nordgate/contracts';
import type { Language, PaymentInstruction } from '@nordgate/contracts';
import { bulkLines } from '../approval/bulk-lines.js';
import { line } from '../approval/payment-lines.js';
import type { Line } from '../approval/payment-lines.js';
import { accountText, amountText } from '../language/plain-values.js';
import { textsOf } from '../language/texts.js';
import type { Texts } from '../language/texts.js';
import type { InboxPart } from '../inbox/inbox.part.js';
import type { InboxItem } from './inbox-items.js';

/** What waits, as the PSU sees it; `names` are those of the customers who signed first. */
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
      actsFor: agreement.name,
      tppName: payments[0]?.initiator.tppName ?? '',
      firstSigner: isMine ? t('inbox.you') : (names.get(firstSigner) ?? ''),
      payments: payments.map(({ instruction }) => summaryLines(instruction, language, t)),
      ...(isMine ? {} : { sign: signText(item, t) }),
    };
  });
}

/** How much goes to whom from which account; the rest is on the approval page. */
function summaryLines(instruction: PaymentInstruction, language: Language, t: Texts): Line[] {
  if (isBulk(instruction)) return bulkLines(instruction, language);
  const { amount, currency } = instruction.instructedAmount;
  return [
    { ...line(t, 'payment.amount', amountText(amount, currency, language)), exact: amount },
    line(t, 'payment.to', instruction.creditorName),
    line(t, 'payment.fromAccount', accountText(instruction.debtorAccount)),
  ];
}

/** What the button says: it differs from item to item, for those who hear the page. */
function signText({ payments, resource }: InboxItem, t: Texts): string {
  const [first] = payments;
  const count = String(payments.length);
  if (first === undefined || resource.kind === 'basket') return t('inbox.sign.basket', { count });
  const { instruction } = first;
  return isBulk(instruction)
    ? t('inbox.sign.bulk', { count: String(instruction.payments.length) })
    : t('inbox.sign.payment', { to: instruction.creditorName });
}
