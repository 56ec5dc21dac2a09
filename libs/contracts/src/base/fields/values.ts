import {
  IsBoolean,
  IsInt,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
} from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { bicCountries } from '../codes/dated-lists.js';
import { isCalendarDate } from '../rules/days.js';
import type { TextKey } from '../texts/en.js';
import { clearingText, firstForeignCharacter, visibleClearingText } from './clearing-text.js';
import { reporting, together } from './field.js';
import type { FieldDecorator } from './field.js';
import { Check, codeForm, patternForm, TextIn } from './text-form.js';

/** Bounds of a text, in characters. */
export interface TextBounds {
  readonly min?: 1;
  readonly max: number;
}

/** A text within bounds, of characters that the clearing can carry; with `min` one of them is visible. */
export function Text({ min, max }: TextBounds): FieldDecorator {
  const bounds = [MaxLength(max, reporting({ rule: 'text.tooLong', params: { max } }))];
  if (min !== undefined) bounds.unshift(MinLength(min, reporting({ rule: 'text.empty' })));
  return together(
    IsString(reporting({ rule: 'type.string' })),
    ...bounds,
    Matches(
      clearingText,
      reporting({
        rule: 'text.character',
        paramsOf: (value) => ({ ...firstForeignCharacter(value) }),
      }),
    ),
    ...(min === undefined ? [] : [Visible()]),
  );
}

/** The text shows something: a name of spaces alone would be shown to a PSU as no name. */
function Visible(): FieldDecorator {
  return together(
    Check('visible', (text) => visibleClearingText.test(text), { rule: 'text.invisible' }),
    JSONSchema({ pattern: visibleClearingText.source }),
  );
}

/** ISO 9362: institution, country, location, and a branch or none. */
const bicForm = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/u;
/** The same with the countries by name. */
const bicPattern = new RegExp(
  `^[A-Z0-9]{4}(?:${[...bicCountries.codes].join('|')})[A-Z0-9]{2}(?:[A-Z0-9]{3})?$`,
  'u',
);

/** A BIC in capital letters with a country that exists (ISO 9362, ISO 3166-1). */
export function Bic(): FieldDecorator {
  const isBicButForItsCase = (bic: string) => bicForm.test(bic.toUpperCase()) && !bicForm.test(bic);
  return together(
    IsString(reporting({ rule: 'type.string' })),
    Check('bicCase', (bic) => !isBicButForItsCase(bic), { rule: 'bic.lowerCase' }),
    Check('bicForm', (bic) => bicForm.test(bic), { rule: 'bic.form' }),
    Check('bicCountry', (bic) => bicPattern.test(bic), {
      rule: 'bic.country',
      paramsOf: (bic) => ({ country: bic.slice(4, 6) }),
    }),
    JSONSchema({ pattern: bicPattern.source }),
  );
}

/** A string that matches a pattern. The pattern also bounds the length. */
export const Pattern = (pattern: RegExp, rule: TextKey): FieldDecorator =>
  TextIn(patternForm(pattern, rule));

/** A string from a closed list of codes. */
export const OneOf = (codes: readonly string[]): FieldDecorator => TextIn(codeForm(codes));

/** Different words out of these, with commas between them. */
export function WordsOf(words: readonly string[]): FieldDecorator {
  const one = `(?:${words.join('|')})`;
  return TextIn({
    accepts: (text) => {
      const given = text.split(',');
      return new Set(given).size === given.length && given.every((word) => words.includes(word));
    },
    schema: { type: 'string', pattern: `^${one}(?:,${one})*$` },
    rule: 'words.distinct',
    params: { allowed: words.join(', ') },
  });
}

/** Any characters, at least one of them visible: a name or a secret of another system. */
export const AnyText = (): FieldDecorator => TextIn(patternForm(/\S/u, 'text.empty'));

/** The path of a file or folder. It is not read here. */
export const Path = (): FieldDecorator =>
  TextIn(patternForm(/\S/u, 'setting.path', { format: 'path' }));

/** The calendar date form of ISO 8601 (specification §1). */
const datePattern = /^\d{4}-\d{2}-\d{2}$/u;

/** A date YYYY-MM-DD. A rule after the schema checks that the calendar has this date. */
export function DateText(): FieldDecorator {
  return together(Pattern(datePattern, 'date.form'), JSONSchema({ format: 'date' }));
}

/** A date that the calendar has, YYYY-MM-DD. */
export function CalendarDate(): FieldDecorator {
  return together(DateText(), Check('calendar', isCalendarDate, { rule: 'date.notInCalendar' }));
}

/** A whole number from `min` to `max`, or of at least `min`. */
export function WholeNumber(min: number, max?: number): FieldDecorator {
  const range =
    max === undefined
      ? reporting({ rule: 'number.atLeast', params: { min } })
      : reporting({ rule: 'number.range', params: { min, max } });
  return together(
    IsInt(reporting({ rule: 'type.integer' })),
    Min(min, range),
    ...(max === undefined ? [] : [Max(max, range)]),
    // IsInt alone describes any number.
    JSONSchema({ type: 'integer' }),
  );
}

/** The JSON values true and false. */
export function Flag(): FieldDecorator {
  return together(IsBoolean(reporting({ rule: 'type.boolean' })));
}
