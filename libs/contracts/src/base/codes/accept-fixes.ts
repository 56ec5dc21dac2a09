/** One value of `x-accept-fix` and its dates (specification §9). */
export interface Fix {
  readonly name: string;
  /** Whether it is one of the specification's, or of this interface's own. */
  readonly from: 'specification' | 'own';
  /** Whether it changes how requests are read, or what answers look like. */
  readonly changes: 'requests' | 'answers';
  /** The month from which it can be asked for, YYYY-MM. */
  readonly introduced: string;
  /** From this day on in Oslo it is on without being asked for, YYYY-MM-DD. */
  readonly defaultSince?: string;
  readonly effect: string;
}

/** Every fix that this interface knows: the specification's in its order, then our own. */
export const FIXES = [
  {
    name: 'amount-as-string',
    from: 'specification',
    changes: 'answers',
    introduced: '2019-11',
    defaultSince: '2020-08-01',
    effect: 'Amounts are strings.',
  },
  {
    name: 'cardaccount-switch-originalamount-and-transactionamount',
    from: 'specification',
    changes: 'answers',
    introduced: '2020-05',
    defaultSince: '2024-11-13',
    effect: 'The amounts of card transactions stand in the right members.',
  },
  {
    name: 'longer-names',
    from: 'specification',
    changes: 'answers',
    introduced: '2020-06',
    defaultSince: '2024-10-01',
    effect: 'Names of card accounts have up to 70 characters.',
  },
  {
    name: 'cash-account-type-iso',
    from: 'specification',
    changes: 'answers',
    introduced: '2023-06',
    defaultSince: '2024-11-13',
    effect: 'cashAccountType is a code of ISO 20022.',
  },
  {
    name: 'payment-status-before-approval',
    from: 'own',
    changes: 'answers',
    introduced: '2026-11',
    effect:
      'Details and status of a payment are shown before its approval (specification 3, rule 3).',
  },
  {
    name: 'months-of-execution-12',
    from: 'own',
    changes: 'requests',
    introduced: '2026-11',
    effect: 'monthsOfExecution takes December (specification 2.2).',
  },
  {
    name: 'transaction-details-endpoint',
    from: 'own',
    changes: 'answers',
    introduced: '2026-11',
    effect: 'Transactions are listed without what their details tell.',
  },
] as const satisfies readonly Fix[];

/** One known value of `x-accept-fix`. */
export type AcceptFix = (typeof FIXES)[number]['name'];

/** Values of `x-accept-fix` that this interface knows (specification §9). */
export const ACCEPT_FIXES: readonly AcceptFix[] = FIXES.map(({ name }) => name);

/** Fixes whose dates are this bank's to say. */
export const OWN_FIXES: readonly AcceptFix[] = FIXES.filter(({ from }) => from === 'own').map(
  ({ name }) => name,
);
