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
