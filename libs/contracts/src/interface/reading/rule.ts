import type { TextKey } from '../../base/texts/en.js';
import type { BodyFault } from './fault.js';

/** The facts that rules need besides the body. */
export interface BodyContext {
  /** Today in Europe/Oslo, YYYY-MM-DD. */
  readonly today: string;
  /** The fixes that are on for this request (docs/reference/accept-fixes.md). */
  readonly fixes: ReadonlySet<string>;
  /** From this date on structured addresses are enforced, YYYY-MM-DD (specification §9). */
  readonly structuredAddressesFrom: string;
  /** Norwegian account numbers of creditors who demand a KID. */
  readonly kidAccounts: readonly string[];
  /** Account numbers with a wrong check digit that are accounts of the sandbox; none in production. */
  readonly sandboxNumbers?: ReadonlySet<string>;
  /** Which e-mail addresses are of a role. */
  readonly contacts: {
    readonly roleWords: readonly string[];
    readonly freeMailDomains: readonly string[];
  };
  /** The last day on which a payment may be executed or a periodic one may start, YYYY-MM-DD. */
  readonly lastExecutionDate: string;
}

/**
 * The rules of a payment whose verdict on the same body changes with the day, or with the bank's profile: a repeat of a valid
 * request may break them.
 */
export const rulesOfTheMoment: ReadonlySet<TextKey> = new Set<TextKey>([
  'date.past',
  'date.instant',
  'date.tooLate',
  'address.structured',
  'address.exchanged',
  'kid.missing',
  'amount.aboveLimit',
  'amount.noLimit',
  'exchange.noRate',
  'exchange.impossible',
  'bulk.sumTooLarge',
  // The rest of more faults than an answer names.
  'faults.more',
]);

/** A rule that a schema cannot express. Returns the faults of a body. */
export type BodyRule<T> = (body: Partly<T>, context: BodyContext) => BodyFault[];

/**
 * A body as rules see it: every member is valid or absent. Therefore rules can run on a body with
 * schema faults.
 */
export type Partly<T> = T extends readonly (infer Element)[]
  ? readonly (Partly<Element> | undefined)[]
  : T extends object
    ? { readonly [Member in keyof T]?: Partly<T[Member]> | undefined }
    : T;
