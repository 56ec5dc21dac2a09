import type { Output } from './recorder.js';

/**
 * The bank as the clients of a history call it: over HTTP, or as services in the simulator. Undefined is an answer that
 * promises nothing: 503, or none at all. @throws Error for an answer that no client has asked for
 */
export interface Calls {
  /** What the bank takes for a transfer, in the smallest unit. */
  readonly feeOfTransfer: number;
  /**
   * POST of a payment under an X-Request-ID; another amount is another body. `made`, `conflict`, or `received` where the caller can tell
   * that nobody has decided it yet.
   */
  pay(key: string, amount: string): Promise<Output | undefined>;
  /** POST of a basket. `made`, or `taken` while a member is in another open basket. */
  makeBasket(key: string, members: readonly string[]): Promise<Output | undefined>;
  /** DELETE of a basket under an X-Request-ID. `ended`. */
  endBasket(key: string, id: string): Promise<Output | undefined>;
  /** POST of a consent under an X-Request-ID. `made`. */
  askConsent(key: string): Promise<Output | undefined>;
  /** The PSU grants the accounts at the link of a consent. Later reads are those of this session. `granted`. */
  grant(consentId: string): Promise<Output | undefined>;
  /** DELETE of a consent. `ended`. */
  endConsent(id: string): Promise<Output | undefined>;
  /** The ids of the accounts that are granted. */
  accounts(): Promise<readonly string[] | undefined>;
  /** GET of accounts, the PSU is there. `shown`, or `refused`. */
  readAccounts(): Promise<Output | undefined>;
  /** GET of the balances of an account, the PSU is not there. `shown`, or `exceeded`. */
  readUnattended(account: string): Promise<Output | undefined>;
  /** GET of the balances of an account, the PSU is there. `read`, with the booked value in the smallest unit. */
  readBalance(account: string): Promise<Output | undefined>;
  /**
   * POST of an instant payment from the first of the accounts. Resolves with what approves it and waits until its status says that
   * it is booked: `booked`.
   *
   * @param amount in the smallest unit
   */
  orderTransfer(amount: number): Promise<(() => Promise<Output | undefined>) | undefined>;
}
