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

/** The content codings of answers; `identity` means none. */
export type Encoding = 'gzip' | 'br' | 'identity';

/** Whether an Accept header accepts JSON, whatever its parameters other than the weight. */
export function takesJson(accept: string): boolean {
  // Nearly all TPPs send one of these.
  if (accept === 'application/json' || accept === '*/*') return true;
  const ranges = accept.split(',').map(withoutParameters).join(',');
  const negotiator = new Negotiator({ headers: { accept: ranges.toLowerCase() } });
  return negotiator.mediaTypes(['application/json']).length > 0;
}

/** The coding that an Accept-Encoding header prefers; undefined when it accepts none. */
export function encodingFor(acceptEncoding: string): Encoding | undefined {
  return bestOf(acceptEncoding, ['gzip', 'br', 'identity']);
}

/** Whether an answer may leave uncoded: it may unless the header excludes that. */
export function takesIdentity(acceptEncoding: string): boolean {
  // Only a weight of zero excludes it.
  if (!/q\s*=\s*0/i.test(acceptEncoding)) return true;
  return bestOf(acceptEncoding, ['identity']) !== undefined;
}

function bestOf(acceptEncoding: string, offered: Encoding[]): Encoding | undefined {
  const headers = { 'accept-encoding': acceptEncoding.toLowerCase() };
  const [best] = new Negotiator({ headers }).encodings(offered);
  return best as Encoding | undefined;
}

export const takesEncoding = (acceptEncoding: string): boolean =>
  encodingFor(acceptEncoding) !== undefined;

/** Negotiator would look for parameters such as `charset=utf-8` in the offered types. */
function withoutParameters(range: string): string {
  const [type = '', ...parameters] = range.split(';');
  const weight = parameters.find((one) => /^\s*q\s*=/i.test(one));
  return weight === undefined ? type : `${type};${weight.trim()}`;
}
