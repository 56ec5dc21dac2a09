import type { CommandContract } from '@nordgate/contracts/commands';
import type { SessionCompleted } from '@nordgate/contracts/events';

/** The commands of a PSU-ID and of a session: only the site and the reactions of sca send them. */
export interface SessionCommands {
  /** The receipt is the customer's PSU-ID, no matter which request asked first. */
  readonly RecognisePsu: CommandContract<
    'psu',
    {
      readonly tpp: string;
      readonly customerId: string;
      /** A random UUID: becomes the PSU-ID if the customer is new to this TPP. */
      readonly psuId: string;
    },
    string | null
  >;
  /** `at` is when the SCA was completed. */
  readonly CompleteSession: CommandContract<'session', Omit<SessionCompleted['data'], 'endsAt'>>;
}
