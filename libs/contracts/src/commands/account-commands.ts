import type { TppContactRegistered } from '../events/tpp-contact-events.v1.js';
import type { TppStopped } from '../events/tpp-stop-events.v1.js';
import type { CommandContract } from './command-contract.js';
import type { LedgerCommands } from './ledger-commands.js';
import type { ReportCommands } from './report-commands.js';
import type { SandboxCommands } from './sandbox-commands.js';

/** The commands on `accounts.commands.v1`, by type. */
export interface AccountCommands extends LedgerCommands, ReportCommands, SandboxCommands {
  /** Back to the known state: what was made by hand is removed (specification section 1). */
  readonly InitialiseSandbox: CommandContract<'sandbox', Record<string, never>, SandboxReceipt>;
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

/** The receipt of a reset: how often the sandbox was reset by now. */
export interface SandboxReceipt {
  readonly generation: number;
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
