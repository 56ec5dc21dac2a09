import { IsString, ValidateBy } from 'class-validator';
import { anyUuid } from '../rules/uuid.js';
import type { TextKey } from '../texts/en.js';
import type { TextParams } from '../texts/text-of.js';
import { reporting, together } from './field.js';
import type { CheckReport, FieldDecorator } from './field.js';
import type { JsonSchema } from './object-schema.js';

/** The JSON Schema of a text. */
export interface TextSchema extends JsonSchema {
  readonly type: 'string';
  readonly examples?: string[];
}

/**
 * A form of texts. A member of a body, a parameter of a query, a setting and a header of one form have one
 * check, one schema and one rule.
 */
export interface TextForm {
  readonly accepts: (text: string) => boolean;
  /**
   * Accepts every text that `accepts` accepts, since some checks are stricter than a pattern can be. The
   * schema of a form of bodies accepts no other text either: for a valid body Ajv alone runs.
   */
  readonly schema: TextSchema;
  /** The rule that a text of another form breaks. */
  readonly rule: TextKey;
  readonly params?: TextParams;
}

/** A field that is a text of a form. `objectSchema` takes the schema of the form from the check. */
export function TextIn({ accepts, schema, rule, params = {} }: TextForm): FieldDecorator {
  return together(
    IsString(reporting({ rule: 'type.string' })),
    Check('form', accepts, { rule, params }, schema),
  );
}

/** A check of a text with its own report. */
export function Check(
  name: string,
  isValid: (text: string) => boolean,
  report: CheckReport,
  schema: JsonSchema = {},
): FieldDecorator {
  return ValidateBy(
    {
      name,
      constraints: [schema],
      validator: {
        validate: (text) => typeof text === 'string' && isValid(text),
        // class-validator attaches the report only to a message that is not empty.
        defaultMessage: () => name,
      },
    },
    reporting(report),
  );
}

/** The form of the texts that match a pattern. The pattern also bounds the length. */
export function patternForm(
  pattern: RegExp,
  rule: TextKey,
  further: Omit<TextSchema, 'type' | 'pattern'> = {},
): TextForm {
  const schema: TextSchema = { type: 'string', pattern: pattern.source, ...further };
  return { accepts: (text) => pattern.test(text), schema, rule };
}

/** Most codes that a message lists. */
const namedCountMax = 20;

/** The form of the codes of a closed list. */
export function codeForm(codes: readonly string[]): TextForm {
  return {
    accepts: (text) => codes.includes(text),
    schema: { type: 'string', enum: [...codes] },
    ...(codes.length <= namedCountMax
      ? { rule: 'choice.oneOf', params: { allowed: codes.join(', ') } }
      : { rule: 'choice.unlisted' }),
  };
}

/** The form of UUIDs in upper or lower case (RFC 9562 section 4). */
export const uuidText = patternForm(anyUuid, 'uuid.form', { format: 'uuid' });
