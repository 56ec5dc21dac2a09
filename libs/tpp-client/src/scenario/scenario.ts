/** A scenario: one rule of the interface, as a TPP's developer meets it. */
export interface Scenario {
  readonly title: string;
  /** The rule in one sentence, with the section of the specification. */
  readonly shows: string;
  readonly given: Given;
  readonly steps: readonly Step[];
}

/** What is there before the first step. */
export interface Given {
  /** Whether the sandbox is reset first. Default false. */
  readonly reset?: boolean;
  /** Another TPP than that of the command line, with a certificate of the sandbox's CA. */
  readonly tpp?: { readonly roles: readonly string[] };
  /** Headers of every request of the TPP. */
  readonly headers?: HeaderValues;
  /** Values that steps name, evaluated once. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** Test data by hand: each is a POST below /v1/sandbox. */
  readonly data?: readonly {
    readonly post: string;
    readonly body: unknown;
    readonly as?: string;
  }[];
  /** A PSU whom the TPP knows, by SCA before the first step. */
  readonly psu?: {
    readonly customer: string;
    readonly company?: string;
    /** Accounts that the PSU lets the TPP read. Without them the TPP knows the PSU only. */
    readonly accounts?: readonly string[];
    readonly cards?: readonly string[];
  };
}

/** Null removes a header. */
export type HeaderValues = Readonly<Record<string, string | null>>;

/** Members of every step. */
interface AnyStep {
  readonly name?: string;
  /** The name of what the step answers, for later steps. */
  readonly as?: string;
  readonly expect?: Expectation;
  /** Line of the step in its file. */
  readonly line: number;
}

/** The TPP sends a signed request. */
export interface TppStep extends AnyStep {
  /** Method and path. */
  readonly tpp: string;
  readonly headers?: HeaderValues;
  readonly body?: unknown;
  /** A captured redirect of the PSU whose ids the request has, or `nobody`. Default: the last PSU who approved. */
  readonly actsFor?: unknown;
  /** Changes after signing, as somebody on the way or a mistake makes them. */
  readonly afterSigning?: { readonly headers?: HeaderValues; readonly body?: unknown };
  /** Seconds that the clock of the TPP is ahead. */
  readonly clockAhead?: number;
  /** The request is sent again until the expectations hold, for a minute at most. */
  readonly eventually?: boolean;
}

/** What a PSU does at the bank's site. */
export const psuActs = ['approves', 'refuses', 'declines', 'leaves', 'enters wrong codes'] as const;
export type PsuAct = (typeof psuActs)[number];

/** The PSU opens a link, logs in, chooses, and decides. */
export interface PsuStep extends AnyStep {
  readonly psu: {
    readonly customer: string;
    /** An answer with a scaRedirect, or an address. Default: the last answer with one. */
    readonly opens?: unknown;
    readonly company?: string;
    readonly accounts?: readonly string[];
    readonly cards?: readonly string[];
    readonly does: PsuAct;
  };
}

/** A second signer decides on the bank's own page. */
export interface SignerStep extends AnyStep {
  readonly signer: {
    readonly customer: string;
    /** Text of the item. Default: the first item. */
    readonly item?: string;
    readonly does: 'approves' | 'refuses';
  };
}

/** The sandbox runs the batch, and the step waits until the run is completed. */
export interface BatchStep extends AnyStep {
  readonly batch: 'run';
}

/** The clock of the TPP's world moves, and the step waits for what is due on the way. */
export interface ClockStep extends AnyStep {
  /** A duration or a time, ISO 8601. */
  readonly clock: string;
}

export type Step = TppStep | PsuStep | SignerStep | BatchStep | ClockStep;

/** The expectations of a step. */
export interface Expectation {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, unknown>>;
  /** The codes of all tppMessages, in any order. */
  readonly codes?: readonly string[];
  /** By JSON pointer. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Parameters of the return address of the PSU. */
  readonly redirect?: Readonly<Record<string, unknown>>;
  /** Where the PSU comes back to, without the parameters. */
  readonly backAt?: unknown;
  /** Texts of the pages that the PSU sees. */
  readonly page?: readonly string[];
}
