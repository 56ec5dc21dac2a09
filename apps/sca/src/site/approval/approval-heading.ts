import { isPeriodic } from '@nordgate/contracts/events';
import { approvedOf } from '../decision/approval-content.js';
import type { ApprovalContent } from '../decision/approval-content.js';
import type { MethodOnPage } from '../challenge/sca-method.js';
import type { PageKind } from '../frame/page-kind.js';
import type { Title } from '../frame/page-template.loader.js';
import type { Reader } from '../frame/site.service.js';
import { partsOf, totalText } from '../parts/totals.js';

/** The title of an approval page, and the sum that the proof approves. */
export interface ApprovalHeading {
  readonly title: Title;
  /** Absent when no payment is approved. */
  readonly sum?: string;
}

/** Money first: the sum and the payee of a payment, or the sum and the number of several. */
export function headingOf(
  kind: PageKind,
  content: Pick<ApprovalContent, 'payments'>,
  { language, t }: Pick<Reader, 'language' | 't'>,
): ApprovalHeading {
  const approved = approvedOf(content).map(({ instruction }) => instruction);
  const parts = approved.flatMap((one) => partsOf(one));
  const [only] = parts;
  if (only === undefined) return { title: { key: `approval.${kind}` } };
  const once = totalText(approved, language);
  const sum = approved.some(isPeriodic) ? t('sum.each', { sum: once }) : once;
  const verb = kind === 'cancellation' ? 'callOff' : 'approve';
  const parameters = { sum, payee: only.creditorName, count: String(parts.length) };
  const isOne = parts.length === 1 && content.payments.length === 1;
  return { title: { key: `title.${verb}.${isOne ? 'one' : 'many'}`, parameters }, sum };
}

/** The text of the button that approves. A button that pays names the sum. */
export function submitText(
  {
    kind,
    proof,
    sum,
  }: { readonly kind: PageKind; readonly proof: MethodOnPage; readonly sum?: string | undefined },
  { t }: Pick<Reader, 't'>,
): string {
  const pays = (kind === 'payment' || kind === 'basket') && sum !== undefined;
  switch (proof.method) {
    case 'sandbox-code':
      return pays ? t('submit.sum', { sum }) : t(`approval.submit.${kind}`);
    case 'passkey':
      return pays ? t('submit.sum.passkey', { sum }) : t(`passkey.submit.${kind}`);
    case 'oidc': {
      const { provider } = proof;
      return pays
        ? t('submit.sum.oidc', { sum, provider })
        : t(`oidc.submit.${kind}`, { provider });
    }
  }
}
