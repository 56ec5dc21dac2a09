import { arrayFunctions } from './array-functions.js';
import type { Builtin } from './builtin.js';
import { jsonFunctions } from './json-functions.js';
import { numberFunctions } from './number-functions.js';
import { sessionFunctions } from './session-functions.js';
import { textFunctions } from './text-functions.js';
import { timeFunctions } from './time-functions.js';

/** The functions that return one value, by name. */
export const builtins: ReadonlyMap<string, readonly Builtin[]> = Map.groupBy(
  [
    ...textFunctions,
    ...numberFunctions,
    ...timeFunctions,
    ...jsonFunctions,
    ...arrayFunctions,
    ...sessionFunctions,
  ],
  ({ name }) => name,
);
