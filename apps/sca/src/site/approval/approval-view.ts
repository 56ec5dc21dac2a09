import { isBulk } from '@nordgate/contracts';
import type { ActingContext, Language } from '@nordgate/contracts';
import { wrongCodesMax } from '../../refuse-code/refuse-code.js';
import { textsOf } from '../language/texts.js';
import type { TextKey, Texts } from '../language/texts.js';
import type { ApprovalPage } from '../approval/approval.page.js';
import type { SignersPart } from '../approval/approval.page.js';
import type { ApprovalContent, ShownPayment } from './approval-content.js';
import { bulkLines } from './bulk-lines.js';
import { contextKey } from './open-contexts.js';
import { creditorLines, paymentLines } from './payment-lines.js';

/** Why the page is shown once more. */
export type Again = 'wrong-code' | 'wrong-passkey' | 'changed';

const againKeys: { readonly [Why in Again]: TextKey } = {
  'wrong-code': 'notice.wrong-code',
  'wrong-passkey': 'notice.wrong-passkey',
  changed: 'notice.changed',
};

/** The notice of a page that is shown once more; undefined for anything else in that place. */
export function noticeOf(why: unknown, wrongCodes: number): ApprovalPage['notice'] {
  if (!isAgain(why)) return undefined;
  return { key: againKeys[why], left: String(wrongCodesMax - wrongCodes) };
}

function isAgain(why: unknown): why is Again {
  return typeof why === 'string' && Object.hasOwn(againKeys, why);
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

/** The payments of the page, in the reader's language; of a bulk each sub-payment after their sum. */
export function paymentsOnPage(
  { payments }: ApprovalContent,
  language: Language,
): ApprovalPage['payments'] {
  const t = textsOf(language);
  return payments.flatMap(({ view: { instruction }, will }, index) => {
    const mark = marks[will];
    const marked = mark === undefined ? {} : { mark };
    if (!isBulk(instruction)) {
      const heading = headingOf(t, index, payments.length);
      return [{ ...heading, lines: paymentLines(instruction, language), ...marked }];
    }
    const parts = instruction.payments.map((one, n) => ({
      ...headingOf(t, n, instruction.payments.length),
      lines: creditorLines(one, language),
    }));
    return [{ lines: bulkLines(instruction, language), ...marked }, ...parts];
  });
}

/** Who else has to sign, or has signed; nothing where one signature will do. */
export function signersOnPage(
  { context, signers }: ApprovalContent,
  firstSigner: string | undefined,
): SignersPart {
  if (signers === 1) return {};
  return firstSigner === undefined
    ? { signers: { key: 'signers.first', name: context.name } }
    : { signers: { key: 'signers.second', name: firstSigner } };
}

function headingOf(t: Texts, index: number, count: number): { readonly heading?: string } {
  if (count === 1) return {};
  const number = String(index + 1);
  return { heading: t('payment.heading', { number, count: String(count) }) };
}

const marks: { readonly [Will in ShownPayment['will']]: TextKey | undefined } = {
  'be-approved': undefined,
  'be-declined': 'payment.not-debitable',
  'stay-as-it-is': 'payment.settled',
  'wait-for-another': 'payment.signed-by-you',
};
