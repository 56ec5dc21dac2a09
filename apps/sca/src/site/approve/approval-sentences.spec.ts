import { anInitiator } from '../../testing/an-authorisation.js';
import { siteLanguages } from '../language/site-language.js';
import type { Language } from '../language/site-language.js';
import { catalogues, textsOf } from '../language/texts.js';
import type { TextKey } from '../language/texts.js';
import { sentencesOf } from './approval-sentences.js';

/** An hour as a number of hours, in each language of the site. */
const hourOf: Readonly<Record<Language, RegExp>> = {
  en: /\b(?:one|an|1) hour\b/iu,
  nb: /\b(?:en|én|1) time\b/iu,
  sv: /\b(?:en|1) timme\b/iu,
  da: /\b(?:en|én|1) time\b/iu,
};

/** The keys of all texts that name the hour of a session. */
const namingHour = (language: Language) =>
  Object.entries(catalogues[language])
    .filter(([, text]) => typeof text === 'string' && hourOf[language].test(text))
    .map(([key]) => key as TextKey);

const contactSentences = (language: Language, exemptsReads: boolean) => {
  const initiator = { ...anInitiator(), roles: ['PSP_AI', 'PSP_PI'] as const };
  const link = { initiator, resource: { kind: 'access' } } as const;
  const asked = { link, content: { payments: [] }, exemptsReads };
  return sentencesOf(asked, { t: textsOf(language) }).then.join(' ');
};

describe('the pages of the site', () => {
  it.each(siteLanguages)('name the hour of a session in one text only: %s', (language) => {
    expect(namingHour(language)).toEqual(['approval.contactText']);
  });

  it.each(siteLanguages)('name no hour where the bank exempts recent reads: %s', (language) => {
    expect(contactSentences(language, false)).toMatch(hourOf[language]);
    expect(contactSentences(language, true)).not.toMatch(hourOf[language]);
  });
});
