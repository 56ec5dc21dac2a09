import { ServiceQuery } from '../base/message/query.js';

/** What the bank, or the PSU at the bank, does in another channel. */
export type BankAct = 'change' | 'cancel' | 'refuse' | 'revoke';

/** The status after the act, or why it could not be done. */
export type BankActOutcome =
  | { readonly is: 'done'; readonly status: string }
  | { readonly is: 'refused'; readonly why: readonly string[] };

/**
 * The bank acts in another channel for the TPP of a visit to the console, as the request of the interface with the same body.
 * A repeat with the same X-Request-ID changes nothing: every gateway may be asked. Sandbox only.
 */
export class ActInOtherChannel extends ServiceQuery<BankActOutcome> {
  static readonly service = 'gateway';
  constructor(
    readonly tpp: string,
    readonly requestId: string,
    readonly act: BankAct,
    /** The payment or the consent, by the id that the TPP knows. */
    readonly id: string,
    /** JSON of a change or of a refusal; empty for the other acts. */
    readonly body: string,
  ) {
    super();
  }
}
