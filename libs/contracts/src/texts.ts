export type { TextKey } from './texts/en.js';
export { LANGUAGES, textOf } from './texts/text-of.js';
export type { Language } from './texts/text-of.js';
