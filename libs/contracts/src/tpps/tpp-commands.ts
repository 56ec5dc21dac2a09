import type { CommandContract } from '../base/message/command-contract.js';
import type { TppContactRegistered, TppStopped } from './tpp-events.v1.js';

/** What the operator does to a TPP, and the address for notices that a TPP registers. */
export interface TppCommands {
  /** The TPP is refused through the last day, or without an end. */
  readonly StopTpp: CommandContract<
    'tpp-stop',
    {
      readonly tppId: string;
      /** YYYY-MM-DD in Oslo. */
      readonly until?: string;
      readonly reason: string;
    },
    TppStopReceipt
  >;
  readonly ReleaseTpp: CommandContract<'tpp-stop', Record<string, never>, TppStopReceipt>;
  /** Registers an address for notices, or replaces it. CONFLICT for a request that has registered another one. */
  readonly RegisterTppContact: CommandContract<
    'tpp-contact',
    Omit<TppContactRegistered['data'], 'at'>,
    TppContactReceipt | null
  >;
  readonly RemoveTppContact: CommandContract<'tpp-contact', Record<string, never>>;
}

/** The receipt of a registration: what this request has registered; null where it is too long ago. */
export type TppContactReceipt = Pick<TppContactRegistered['data'], 'email'> & {
  /** For gateways of the release before. */
  readonly is: 'registered';
  readonly since: string;
};

/** The receipt of a stop or a release: how the stop stands. */
export type TppStopReceipt =
  | { readonly is: 'none' | 'released' }
  | (Omit<TppStopped['data'], 'at'> & { readonly is: 'stopped'; readonly since: string });
