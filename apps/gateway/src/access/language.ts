import { LANGUAGES } from '@nordgate/contracts/texts';
import type { Language } from '@nordgate/contracts/texts';
import Negotiator from 'negotiator';

const norwegian = ['nb', 'no', 'nn'];

/** The language of texts for an Accept-Language header: English unless Norwegian is preferred. */
export function languageOf(acceptLanguage: string | undefined): Language {
  if (acceptLanguage === undefined) return LANGUAGES[0];
  const negotiator = new Negotiator({ headers: { 'accept-language': acceptLanguage } });
  const [preferred] = negotiator.languages(['en', ...norwegian]);
  return preferred !== undefined && norwegian.includes(preferred) ? 'nb' : LANGUAGES[0];
}
