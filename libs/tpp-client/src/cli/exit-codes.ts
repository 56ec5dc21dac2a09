/** What the process ends with; `--help` states them. */
export const exitCodes = {
  fine: 0,
  /** The bank answered 400 or more, or would refuse the explained request. */
  refused: 1,
  usage: 2,
  /** The answer cannot be shown to be the bank's. */
  notTrusted: 3,
  unreachable: 4,
} as const;

/** A command cannot be carried out as it was called; the message says what to change. */
export class UsageFault extends Error {
  override readonly name = 'UsageFault';
}

/** For the end of every help text. */
export const exitCodesHelp = `
Exit codes: 0 done; 1 the bank refuses the request (or would); 2 wrong usage, or a file that cannot
be used; 3 the answer's seal does not hold; 4 the bank cannot be reached.`;
