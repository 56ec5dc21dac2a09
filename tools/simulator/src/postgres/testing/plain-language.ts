import type { Language } from '../language.port.js';
import { SqlError } from '../values.js';

/** Stands in for the language where a spec needs only the storage: it knows no statements and no expressions. */
export const plainLanguage: Language = {
  prepare() {
    throw new SqlError('0A000', 'this spec has no language');
  },
  expression: () => ({ type: 'text', of: () => null }),
  fromText: (text) => text,
  fromItems: () => undefined,
  toText: (value) => JSON.stringify(value).replaceAll(`"`, ``),
};
