/** A valid single payment. A test names only the members that matter to it. */
export function aDomesticPayment(changes: object = {}): Record<string, unknown> {
  return {
    instructedAmount: { amount: '125.50', currency: 'NOK' },
    creditorName: 'Kari Kreditor',
    creditorAccount: { bban: '97104133219', currency: 'NOK' },
    debtorAccount: { bban: '86011117947', currency: 'NOK' },
    remittanceInformationUnstructured: 'Invoice 4711',
    ...changes,
  };
}

/** A valid monthly payment that starts on the next first of February, with every optional member of Monthly. */
export function aPeriodicPayment(changes: object = {}): Record<string, unknown> {
  const now = new Date();
  const isAhead = now.getTime() < Date.UTC(now.getUTCFullYear(), 1, 1, 22);
  const year = String(now.getUTCFullYear() + (isAhead ? 0 : 1));
  return {
    ...aDomesticPayment(),
    purposeCode: 'SUPP',
    startDate: `${year}-02-01`,
    endDate: `${year}-12-31`,
    frequency: 'Monthly',
    executionRule: 'following',
    dayOfExecution: '31',
    ...changes,
  };
}
