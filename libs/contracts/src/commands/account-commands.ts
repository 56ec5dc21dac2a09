/** Data of the commands to accounts, by type. */
export interface AccountCommandData {
  /** Stream `sandbox-<environment>`. Back to the known state: what was made by hand is removed (specification section 1). */
  readonly InitialiseSandbox: Record<string, never>;
  /** Stream `tpp-stop-<tpp>`. The TPP is refused through the last day, or without an end. */
  readonly StopTpp: {
    readonly tppId: string;
    /** YYYY-MM-DD in Oslo. */
    readonly until?: string;
    readonly reason: string;
  };
  /** Stream `tpp-stop-<tpp>`. */
  readonly ReleaseTpp: Record<string, never>;
}
