import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unknownWords, wordsOf } from '../../testing/spelling.js';
import { siteLanguages } from './site-language.js';
import type { Language } from './site-language.js';
import { catalogues } from './texts.js';

/** The words of the site in a language. */
function siteWords(language: Language): ReadonlySet<string> {
  const texts = Object.values(catalogues[language]).flatMap((text) =>
    typeof text === 'string' ? [text] : [text.one, text.other],
  );
  return new Set(texts.flatMap(wordsOf));
}

/** The words that people reviewed, because the dictionary does not know them. */
function reviewedWords(language: Language): readonly string[] {
  const text = readFileSync(join(import.meta.dirname, language, 'words.txt'), 'utf8');
  return text.split('\n').filter((line) => line !== '');
}

describe.each(siteLanguages)('the texts in %s', (language) => {
  const unknown = unknownWords(language, siteWords(language));
  const reviewed = reviewedWords(language);

  it('have no word that neither the dictionary nor the list of reviewed words has', () => {
    expect(unknown.filter((word) => !reviewed.includes(word))).toEqual([]);
  });

  it('use every word of the list of reviewed words', () => {
    expect(reviewed.filter((word) => !unknown.includes(word))).toEqual([]);
  });

  it('have a list in alphabetical order, with each word once', () => {
    expect(reviewed).toEqual([...new Set(reviewed)].sort((a, b) => a.localeCompare(b, language)));
  });
});
