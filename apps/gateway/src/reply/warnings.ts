import type { Fault, TppMessage } from '@nordgate/contracts/http';
import type { Language } from '@nordgate/contracts/texts';
import { tppMessageOf } from './tpp-messages.js';

/** tppMessages of category WARNING, or nothing at all. */
export function warningsOf(
  warnings: readonly Fault[],
  language: Language,
): { readonly tppMessages?: readonly TppMessage[] } {
  if (warnings.length === 0) return {};
  return { tppMessages: warnings.map((one) => tppMessageOf(one, 'WARNING', language)) };
}
