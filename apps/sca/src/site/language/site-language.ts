import { SITE_LANGUAGES } from '@nordgate/contracts/profile';

/** The languages of the site, in the order of its language switch. The interface for TPPs has nb and en only. */
export const siteLanguages = SITE_LANGUAGES;

/** A language of the site, as in `lang` and `Content-Language` (RFC 5646). */
export type Language = (typeof siteLanguages)[number];

/** The name of each language in that language. */
export const languageNames: Readonly<Record<Language, string>> = {
  nb: 'Norsk',
  en: 'English',
  sv: 'Svenska',
  da: 'Dansk',
};

/** Whether a text names a language of the site. */
export function isLanguage(text: unknown): text is Language {
  return siteLanguages.some((one) => one === text);
}

/** The language of what a TPP reads: texts of the interface are not translated into Swedish and Danish. */
export function interfaceLanguage(language: Language): 'nb' | 'en' {
  return language === 'nb' ? 'nb' : 'en';
}

/** Other names of Norwegian in Accept-Language: the macrolanguage, and nynorsk, which the site does not have. */
const norwegian: ReadonlySet<string> = new Set(['no', 'nn']);

/** The language of the site that a browser prefers; English when it accepts none (RFC 9110, 12.5.4). */
export function languageOf(acceptLanguage: string | undefined): Language {
  const ranges = (acceptLanguage ?? '').split(',').slice(0, rangesMax).map(rangeOf);
  const [best] = ranges
    .filter(({ language, quality }) => language !== undefined && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return best?.language ?? 'en';
}

const rangesMax = 20;

function rangeOf(part: string): {
  readonly language: Language | undefined;
  readonly quality: number;
} {
  const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
  const q = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = q === undefined ? 1 : Number(q.slice(2));
  return {
    language: languageIn(range),
    quality: Number.isFinite(quality) ? quality : 0,
  };
}

function languageIn(range: string): Language | undefined {
  const [primary = ''] = range.split('-', 1);
  if (isLanguage(primary)) return primary;
  return norwegian.has(primary) ? 'nb' : undefined;
}
