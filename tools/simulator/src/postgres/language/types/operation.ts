import type { TypeName, Value } from '../../values.js';

type Present = Exclude<Value, null>;

/** A function of two present values, and its type. */
export interface Operation {
  readonly type: TypeName;
  readonly act: (left: Present, right: Present) => Value;
}
