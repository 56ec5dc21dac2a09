import { bodyTextsEn } from './body-en.js';
import { edgeTextsEn } from './edge-en.js';
import { psuTextsEn } from './psu-en.js';

/**
 * The English catalogue. `{name}` stands for the parameter of that name.
 * A new group of texts is one object per language, spread here and in the other languages.
 */
export const en = { ...bodyTextsEn, ...edgeTextsEn, ...psuTextsEn } as const;

/** Key of a text; English decides which keys there are. */
export type TextKey = keyof typeof en;
