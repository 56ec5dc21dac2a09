import type { ActingContext, Language } from '@nordgate/contracts';
import { wrongCodesMax } from '../../refuse-code/refuse-code.js';
import type { TextKey } from '../language/texts.js';
import type { ApprovalPage } from '../pages/approval.page.js';
import type { ApprovalContent, ShownPayment } from './approval-content.js';
import { contextKey } from './open-contexts.js';
import { paymentLines } from './payment-lines.js';

/** Why the page is shown once more. */
export type Again = 'wrong-code' | 'changed';

const againKeys: { readonly [Why in Again]: TextKey } = {
  'wrong-code': 'notice.wrong-code',
  changed: 'notice.changed',
};

/** The notice of a page that is shown once more; undefined for anything else in that place. */
export function noticeOf(why: unknown, wrongCodes: number): ApprovalPage['notice'] {
  if (why !== 'wrong-code' && why !== 'changed') return undefined;
  return { key: againKeys[why], left: String(wrongCodesMax - wrongCodes) };
}

/** The choice of contexts; none when there is only one. */
export function contextsOnPage(
  contexts: readonly ActingContext[],
  shown: ActingContext,
): ApprovalPage['contexts'] {
  if (contexts.length === 1) return [];
  return contexts.map((one) => ({
    key: contextKey(one),
    kind: one.context,
    name: one.name,
    isShown: contextKey(one) === contextKey(shown),
  }));
}

/** The payments of the page, in the reader's language. */
export function paymentsOnPage(
  { payments }: ApprovalContent,
  language: Language,
): ApprovalPage['payments'] {
  return payments.map(({ view, will }) => {
    const mark = marks[will];
    const lines = paymentLines(view.instruction, language);
    return { lines, ...(mark === undefined ? {} : { mark }) };
  });
}

const marks: { readonly [Will in ShownPayment['will']]: TextKey | undefined } = {
  'be-approved': undefined,
  'be-declined': 'payment.not-debitable',
  'stay-as-it-is': 'payment.settled',
};
