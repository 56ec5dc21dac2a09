/** Data of the commands on `accounts.commands.v1`, by type. The stream is `sandbox-<environment>`. */
export interface AccountCommandData {
  /** Back to the known state: what was made by hand is removed (specification section 1). */
  readonly InitialiseSandbox: Record<string, never>;
}
