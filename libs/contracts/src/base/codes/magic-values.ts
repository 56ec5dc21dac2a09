/** What the sandbox does with a payment to a magic account. */
export type MagicBehaviour = 'refused-by-bank' | 'no-funds' | 'late-confirmation' | 'late-booking';

/** A creditor account of the sandbox that gives a payment a known end. */
export interface MagicValue {
  /** A right account number. The register number 9997 is that of no bank, and no account has it. */
  readonly bban: string;
  readonly behaviour: MagicBehaviour;
  /** What a TPP sees. */
  readonly seen: string;
}

/** The creditor accounts with which a TPP tries out what rarely happens. Only the sandbox knows them. */
export const MAGIC_VALUES: readonly MagicValue[] = [
  {
    bban: '99970000018',
    behaviour: 'refused-by-bank',
    seen: 'The bank of the creditor refuses: RJCT.',
  },
  {
    bban: '99970000026',
    behaviour: 'no-funds',
    seen: 'Lack of funds, whatever the balance: ACCP with fundsAvailable=false.',
  },
  {
    bban: '99970000034',
    behaviour: 'late-confirmation',
    seen: 'Debited and not confirmed: ACWP. ACSC when the next run begins.',
  },
  {
    bban: '99970000042',
    behaviour: 'late-booking',
    seen: 'A slow bank: ACSP, and ACSC after five seconds or a little more.',
  },
];

/** How the interface of the sandbox answers the initiation of a payment to a magic account. */
export type MagicAnswer = 'unavailable' | 'late-answer';

/** The creditor accounts with which a TPP tries out how it takes a slow bank and a bank that is away. */
export const MAGIC_ANSWERS: readonly (Omit<MagicValue, 'behaviour'> & {
  readonly behaviour: MagicAnswer;
})[] = [
  {
    bban: '99970000050',
    behaviour: 'unavailable',
    seen: '503 with Retry-After, and nothing is received.',
  },
  {
    bban: '99970000069',
    behaviour: 'late-answer',
    seen: 'The payment is received, and the answer comes three seconds late.',
  },
];

/** How the initiation is answered for a creditor's account number; undefined for any other account. */
export function magicAnswerOf(bban: string | undefined): MagicAnswer | undefined {
  return MAGIC_ANSWERS.find((one) => one.bban === bban)?.behaviour;
}

/** The behaviour for a creditor's account number; undefined for any other account. */
export function magicBehaviourOf(bban: string | undefined): MagicBehaviour | undefined {
  return MAGIC_VALUES.find((one) => one.bban === bban)?.behaviour;
}
