import type { MessageCode } from '../codes/message-codes.js';
import type { TextKey } from '../texts/en.js';

/** Values that a text names, by placeholder. */
export type FaultParams = Readonly<Record<string, string | number>>;

/**
 * One thing wrong with a request, before it becomes a `tppMessages` element (specification §7).
 * The same shape says what is merely discouraged; the list it stands in makes it a warning.
 */
export interface Fault {
  readonly code: MessageCode;
  /** JSON pointer (RFC 6901) into the body, or the name of a header or query parameter. */
  readonly path: string;
  /** The rule that was broken: the key of its text in every language. */
  readonly rule: TextKey;
  readonly params: FaultParams;
}
