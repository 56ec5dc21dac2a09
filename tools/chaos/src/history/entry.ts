/** What a request asks the bank for. */
export type Wish =
  | { readonly for: 'payment'; readonly amount: string }
  /** Public ids of the members. */
  | { readonly for: 'basket'; readonly paymentIds: readonly string[] };

/** What a PSU does on a basket's approval page. */
export type Act = 'approve' | 'refuse';

/**
 * A line of the history: what was asked before it was sent, what came back before anything is made
 * of it. `request` is the X-Request-ID: a request that is repeated is asked once and answered often.
 */
export type Entry =
  | { readonly is: 'asked'; readonly request: string; readonly wish: Wish }
  | {
      readonly is: 'acknowledged';
      readonly request: string;
      readonly id: string;
      readonly status: string;
    }
  | {
      readonly is: 'refused';
      readonly request: string;
      readonly status: number;
      readonly codes: readonly string[];
    }
  /** No answer, or one that promises nothing: `status` is absent when there was none. */
  | {
      readonly is: 'unknown';
      readonly request: string;
      readonly reason: string;
      readonly status?: number;
    }
  | { readonly is: 'acting'; readonly request: string; readonly act: Act }
  /** The site has sent the PSU back as after this act; without it nothing is known. */
  | { readonly is: 'acted'; readonly request: string; readonly act: Act };
