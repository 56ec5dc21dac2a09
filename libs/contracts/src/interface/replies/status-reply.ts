/** Work on the bank, from its begin, up to and without its end. */
export interface BankWork {
  /** @format date-time */
  readonly from: string;
  /** @format date-time */
  readonly until: string;
  /** Requests that only read are answered meanwhile. */
  readonly readsGoOn: boolean;
}

/** What the bank serves now. It names nobody. */
export interface StatusReply {
  /** `open`; `reads`: requests that only read are answered; `maintenance`: none is. */
  readonly state: 'open' | 'reads' | 'maintenance';
  /** The work that goes on now; absent while the bank is open. */
  readonly maintenance?: BankWork;
  /** The work that the bank has announced, the next one first. */
  readonly planned: readonly BankWork[];
  /** What the bank has switched off for the time being. */
  readonly switchedOff: {
    /** Names of payment products. */
    readonly products: readonly string[];
    /** Operations, by their operationId in the description. */
    readonly operations: readonly string[];
  };
  readonly versions: {
    /** Of the description of the interface. */
    readonly interface: string;
    /** Of the software of the bank. */
    readonly release: string;
  };
}
