import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import nspell from 'nspell';
import type { Language } from '../site/language/site-language.js';

/** Letters, with a hyphen or an apostrophe inside of a word. */
const word = /\p{L}+(?:['’-]\p{L}+)*/gu;

/** So many first letters of a word choose the entries of a dictionary that can be the word. */
const prefixLength = 3;

/** The words of a text without the names of its parameters. The first word of a sentence begins small as well. */
export function wordsOf(text: string): readonly string[] {
  const words = text.replaceAll(/\{\w+\}/g, ' ').match(word) ?? [];
  return words.map((one) => (/^\p{Lu}(?:\p{Ll}|$)/u.test(one) ? one.toLowerCase() : one));
}

/** The words that the dictionary of a language does not know. */
export function unknownWords(language: Language, words: Iterable<string>): readonly string[] {
  const all = [...new Set(words)];
  const dictionary = dictionaryFor(language, all);
  return all.filter((one) => !dictionary.correct(one));
}

/**
 * The dictionary of a language with the entries that begin as one of the words does. All entries in all their
 * forms would take half a minute and 700 MB.
 */
function dictionaryFor(language: Language, words: readonly string[]) {
  const folder = createRequire(import.meta.url).resolve(`dictionary-${language}`);
  const read = (ending: string) => readFileSync(folder.replace(/index\.js$/, ending), 'utf8');
  const affixes = read('index.aff');
  const [, partOnly = ''] = /^ONLYINCOMPOUND (\S+)/mu.exec(affixes) ?? [];
  const isNumbered = /^FLAG num/mu.test(affixes);
  const stems = [...affixes.matchAll(/^PFX[ \t]+\S+[ \t]+\S+[ \t]+(\p{L}+)/gmu)].flatMap(
    ([, added = '']) =>
      words.filter((one) => one.startsWith(added)).map((one) => one.slice(added.length)),
  );
  const prefixes = new Set([...words, ...stems].map(prefixOf));
  const [count = '', ...lines] = read('index.dic').split('\n');
  const kept = lines
    // Behind the entry stands grammar, which nspell would take for a part of the word.
    .map((line) => line.split(/\s/u)[0] ?? '')
    .filter((entry) => {
      const [stem = '', flags = ''] = entry.split('/');
      // nspell takes a stem that only stands in compounds for the word itself, and then for none.
      const isPart = (isNumbered ? flags.split(',') : [...flags]).includes(partOnly);
      return !isPart && (stem.length < prefixLength || prefixes.has(prefixOf(stem)));
    });
  return nspell(affixes, [count, ...kept].join('\n'));
}

function prefixOf(text: string): string {
  return text.toLowerCase().slice(0, prefixLength);
}
