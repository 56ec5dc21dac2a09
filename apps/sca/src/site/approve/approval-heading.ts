import { isPeriodic } from '@nordgate/contracts/events';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import { approvedOf } from '../content/approval-content.js';
import type { ApprovalContent } from '../content/approval-content.js';
import type { MethodOnPage } from '../challenge/sca-method.js';
import type { PageKind } from '../frame/page-kind.js';
import type { Title } from '../frame/page-template.loader.js';
import type { Reader } from '../frame/site.service.js';
import { partsOf, totalText } from '../content/totals.js';

/** The title of an approval page, and the sum that the proof approves. */
export interface ApprovalHeading {
  readonly title: Title;
  /** Absent for what has no payments. */
  readonly sum?: string;
}

/** What a page approves that has no payments. */
export type MoneylessKind = Exclude<PageKind, 'payment' | 'basket' | 'cancellation' | 'access'>;

/** What a button does without a payment being made. `end` ends an access. */
export type UnpaidAct = MoneylessKind | 'access' | 'cancellation' | 'end';

function isMoneyless(kind: PageKind): kind is MoneylessKind {
  return kind !== 'cancellation' && kind !== 'access' && !isPaid(kind);
}

function isPaid(kind: PageKind | UnpaidAct): kind is 'payment' | 'basket' {
  return kind === 'payment' || kind === 'basket';
}

/**
 * Money first: the sum and the payee of a payment, or the sum and the number of several. Throws when there are
 * payments and none is approved: such a page has no proof.
 */
export function headingOf(
  kind: Exclude<PageKind, 'access'>,
  content: Pick<ApprovalContent, 'payments'>,
  { language, t }: Pick<Reader, 'language' | 't'>,
): ApprovalHeading {
  if (isMoneyless(kind)) return { title: { key: `approval.${kind}` } };
  const approved = approvedOf(content).map(({ instruction }) => instruction);
  const parts = approved.flatMap((one) => partsOf(one));
  const [only] = parts;
  if (only === undefined) throw new Error(`a page of a ${kind} that approves no payment`);
  const once = totalText(approved, language);
  const sum = sumText(approved, once, { language, t });
  const verb = kind === 'cancellation' ? 'callOff' : 'approve';
  const parameters = { sum, payee: only.creditorName, count: String(parts.length) };
  const isOne = parts.length === 1 && content.payments.length === 1;
  const form = isOne ? (approved.some(isPeriodic) ? 'standing' : 'one') : 'many';
  return { title: { key: `title.${verb}.${form}`, parameters }, sum };
}

/** The sum, of a periodic payment alone with how often, of several payments with periodic ones each time. */
function sumText(
  approved: readonly PaymentInstruction[],
  sum: string,
  { language, t }: Pick<Reader, 'language' | 't'>,
): string {
  const [only, ...others] = approved;
  if (only === undefined || !approved.some(isPeriodic)) return sum;
  if (others.length > 0 || !isPeriodic(only)) return t('sum.each', { sum });
  const often = t(`frequency.${only.frequency}`);
  // The words begin a line elsewhere, and stand in a sentence here.
  return `${sum} ${often.charAt(0).toLocaleLowerCase(language)}${often.slice(1)}`;
}

/** The text of the button that approves. A button that pays names the sum. */
export function submitText(
  {
    act,
    proof,
    sum = '',
  }: {
    readonly act: PageKind | UnpaidAct;
    readonly proof: MethodOnPage;
    readonly sum?: string | undefined;
  },
  { t }: Pick<Reader, 't'>,
): string {
  switch (proof.method) {
    case 'sandbox-code':
      return isPaid(act) ? t('submit.sum', { sum }) : t(`approval.submit.${act}`);
    case 'passkey':
      return isPaid(act) ? t('submit.sum.passkey', { sum }) : t(`passkey.submit.${act}`);
    case 'oidc': {
      const { provider } = proof;
      return isPaid(act)
        ? t('submit.sum.oidc', { sum, provider })
        : t(`oidc.submit.${act}`, { provider });
    }
  }
}
