import type { EventSourcedService } from '@nordgate/contracts/queries';
import type { DriverClient, MakeClient } from './driver.js';

/** The databases of one bank. */
export interface BankDatabases {
  readonly url: (service: EventSourcedService) => string;
  readonly drop: () => Promise<void>;
}

/** What stands where PostgreSQL stands. */
export interface DatabaseServer {
  readonly makeClient: MakeClient;
  /** Empty databases. */
  readonly create: () => Promise<BankDatabases>;
  /** Copies of these databases, which nobody is connected to. */
  readonly copy: (of: BankDatabases) => Promise<BankDatabases>;
  /** Ends the session of a client whose process is gone. */
  readonly cut: (client: DriverClient) => void;
  /** Milliseconds since 1970 at which a simulated clock begins, after that of the template has ended. */
  readonly beginMs: (templateEndMs?: number) => number;
  readonly stop: () => Promise<void>;
}
