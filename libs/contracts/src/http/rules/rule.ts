import type { Finding } from '../finding.js';
import type { Partly } from './partly.js';

/** What rules need to know besides the body. */
export interface BodyContext {
  /** Today in Europe/Oslo, YYYY-MM-DD. */
  readonly today: string;
  /** The fixes that are on for this request (docs/reference/accept-fixes.md). */
  readonly fixes: ReadonlySet<string>;
  /** From this date on structured addresses are enforced, YYYY-MM-DD (specification §9). */
  readonly structuredAddressesFrom: string;
}

/** A rule no schema can say: what it finds wrong with a body. */
export type BodyRule<T> = (body: Partly<T>, context: BodyContext) => Finding[];
