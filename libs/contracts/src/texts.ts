export type { TextKey } from './base/texts/en.js';
export { LANGUAGES, textOf } from './base/texts/text-of.js';
export type { Language } from './base/texts/text-of.js';
