import type { ErrorBody, Links, TppMessage, Fault } from '@nordgate/contracts/http';
import type { Language } from '@nordgate/contracts/texts';
import type { MessageCode } from '@nordgate/contracts/codes';
import { textOf } from '@nordgate/contracts/texts';
import { defined } from '@nordgate/decider';
import { filled } from '@nordgate/signature';
import type { SignatureRefusal } from '@nordgate/signature';
import { norwegianTexts } from './signature-texts.js';

/** A fault in an answer: by a rule of ours, or by the signature library, which brings its text. */
export type ReportedFault =
  | Fault
  | Pick<SignatureRefusal, 'refused' | 'reason' | 'path' | 'text' | 'params'>;

/** The only mapping from code to HTTP status (specification section 7; rulings in docs). */
export const statusOf: { readonly [Code in MessageCode]: number } = {
  BAD_REQUEST: 400,
  HTTP_HEADER_REQUIRED: 400,
  QUERY_PARAMETER_REQUIRED: 400,
  FORMAT_ERROR: 400,
  KID_MISSING: 400,
  KID_INVALID: 400,
  SCA_INVALID: 400,
  PAYMENT_FAILED: 400,
  EXECUTION_DATE_INVALID: 400,
  REFERENCE_MIX_INVALID: 400,
  PSU_CREDENTIALS_INVALID: 401,
  SCA_NOT_FOUND: 401,
  SCA_EXPIRED: 401,
  CONSENT_UNKNOWN: 401,
  CONSENT_INVALID: 401,
  CONSENT_EXPIRED: 401,
  FORBIDDEN: 403,
  PRODUCT_INVALID: 403,
  NOT_FOUND: 404,
  RESOURCE_UNKNOWN: 404,
  PRODUCT_UNKNOWN: 404,
  CONFLICT: 409,
  ACCESS_EXCEEDED: 429,
  SYSTEM_ERROR: 500,
};

/** A fault as an element of tppMessages, in a language. */
export function tppMessageOf(
  reported: ReportedFault,
  category: TppMessage['category'],
  language: Language,
): TppMessage {
  if ('refused' in reported) {
    const { refused: code, path } = reported;
    const { params = {} } = reported;
    const text =
      language === 'nb' ? filled(norwegianTexts[reported.reason], params) : reported.text;
    return path === undefined ? { category, code, text } : { category, code, path, text };
  }
  const { code, path } = reported;
  const text = textOf(reported, language);
  return path === '' ? { category, code, text } : { category, code, path, text };
}

/** The body of every non-2xx answer. */
export function errorBodyOf(
  faults: readonly ReportedFault[],
  language: Language,
  { links, consentId }: { readonly links?: Links; readonly consentId?: string } = {},
): ErrorBody {
  const tppMessages = faults.map((one) => tppMessageOf(one, 'ERROR', language));
  return { tppMessages, ...defined({ consentId, _links: links }) };
}

/** tppMessages of category WARNING; no member at all without warnings. */
export function warningsOf(
  warnings: readonly Fault[],
  language: Language,
): { readonly tppMessages?: readonly TppMessage[] } {
  if (warnings.length === 0) return {};
  return { tppMessages: warnings.map((one) => tppMessageOf(one, 'WARNING', language)) };
}
