import { Description } from '../base/fields/field.js';
import { OneOf, Text } from '../base/fields/values.js';
import { formatFault } from '../interface/reading/fault.js';
import type { BodyFault } from '../interface/reading/fault.js';
import type { Partly } from '../interface/reading/rule.js';

/** The languages of the approval site. */
export const SITE_LANGUAGES = ['nb', 'en', 'sv', 'da'] as const;

/**
 * What the approval site says about the access of a TPP: each text with the values that it has to name. `tpp` is
 * the TPP, `date` a day, `name` the owner of accounts.
 */
export const ACCESS_TEXTS = {
  asks: ['tpp'],
  asksFunds: ['tpp'],
  asksContact: ['tpp'],
  title: ['tpp'],
  titleFunds: ['tpp'],
  titleEnd: ['tpp'],
  reads: ['tpp'],
  funds: ['tpp'],
  until: ['date'],
  end: [],
  none: ['tpp'],
  live: ['date', 'tpp'],
  liveFunds: ['date', 'tpp'],
  expired: ['date', 'tpp'],
  ended: ['date', 'tpp'],
  elsewhere: ['date', 'name', 'tpp'],
  elsewhereFunds: ['date', 'name', 'tpp'],
  replaces: ['tpp'],
  refuseNone: ['tpp'],
  refuseLive: ['date'],
  endHint: ['tpp'],
  contact: ['tpp'],
  payments: [],
  refuseContact: ['tpp'],
  since: [],
  validUntil: [],
  revokeText: ['tpp'],
  noApps: [],
  revoke: ['tpp'],
  revokeTitle: ['tpp'],
  keep: [],
  keepHint: [],
  revoked: [],
  removed: [],
  endInstead: [],
  unchanged: [],
  startAgain: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The name of a text about access. */
export type AccessTextName = keyof typeof ACCESS_TEXTS;

/** The most texts: each in each language. */
export const accessTextCountMax = Object.keys(ACCESS_TEXTS).length * SITE_LANGUAGES.length;

const textLengthMax = 300;

/** One text about access, in the bank's own words. */
export class ProfileAccessText {
  @OneOf(SITE_LANGUAGES)
  @Description('The language: nb, en, sv or da.')
  language!: (typeof SITE_LANGUAGES)[number];

  @OneOf(Object.keys(ACCESS_TEXTS))
  @Description('The text that it replaces, by its name in the table below.')
  name!: AccessTextName;

  @Text({ min: 1, max: textLengthMax })
  @Description('The words. They have to name the values of the table in braces, such as {tpp}.')
  text!: string;
}

/** The faults of the bank's own texts: the same text twice, or other values than the text has to name. */
export function accessTextFaults(
  texts: readonly (Partly<ProfileAccessText> | undefined)[],
): BodyFault[] {
  const keys = texts.map((one) => `${one?.language ?? ''} ${one?.name ?? ''}`);
  return texts.flatMap((one, index) => {
    const { name, text } = one ?? {};
    const isTwice = keys.indexOf(keys[index] ?? '') < index;
    const names = name === undefined ? [] : [...ACCESS_TEXTS[name]];
    const isOther =
      name !== undefined && text !== undefined && placeholdersOf(text) !== names.join();
    return [
      ...(isTwice ? [formatFault(['accessTexts', index, 'name'], 'list.duplicate')] : []),
      ...(isOther
        ? [
            formatFault(['accessTexts', index, 'text'], 'profile.placeholders', {
              names: names.map((value) => `{${value}}`).join(' ') || '-',
            }),
          ]
        : []),
    ];
  });
}

/** The distinct names in braces, sorted, with commas between them. */
function placeholdersOf(text: string): string {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))].sort().join();
}
