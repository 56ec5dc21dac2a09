import { bodyTextsNb } from './body-nb.js';
import { edgeTextsNb } from './edge-nb.js';
import type { TextKey } from './en.js';
import { psuTextsNb } from './psu-nb.js';

/** The Norwegian (bokmål) catalogue; the type demands every key of the English one. */
export const nb: Readonly<Record<TextKey, string>> = {
  ...bodyTextsNb,
  ...edgeTextsNb,
  ...psuTextsNb,
};
