import { PAYMENT_STATUSES } from '@nordgate/contracts/codes';
import type { PaymentStatus } from '@nordgate/contracts/codes';
import { isEndedPayment } from '@nordgate/contracts/rules';
import { paymentActs, statusAfter } from './status-table.js';
import type { PaymentAct } from './status-table.js';

/** Written down apart from the table, a line for each status: the acts that are possible, and to what. */
const possible: { readonly [Status in PaymentStatus]: string } = {
  RCVD: 'change→RCVD sign→PDNG authorise→ACTC decline→RJCT cancel→CANC',
  PDNG: 'sign→ACTC authorise→ACTC decline→RJCT',
  ACTC: 'cancel→CANC toACCP→ACCP toACWC→ACWC toACSP→ACSP toRJCT→RJCT lackFunds→ACCP',
  ACCP: 'cancel→CANC toACWC→ACWC toACSP→ACSP toACWP→ACWP toACSC→ACSC toRJCT→RJCT lackFunds→ACCP',
  ACWC: 'cancel→CANC toACSP→ACSP toACWP→ACWP toACSC→ACSC toRJCT→RJCT lackFunds→ACCP',
  ACSP: 'toACWP→ACWP toACSC→ACSC toRJCT→RJCT lackFunds→ACCP',
  ACWP: 'toACSC→ACSC',
  PART: 'toRJCT→RJCT',
  ACSC: '',
  RJCT: '',
  CANC: '',
};

const pairs = PAYMENT_STATUSES.flatMap((status) =>
  paymentActs.map((act): [PaymentStatus, PaymentAct, PaymentStatus | undefined] => {
    const line = possible[status].split(' ').find((one) => one.startsWith(`${act}→`));
    return [status, act, line?.split('→')[1] as PaymentStatus | undefined];
  }),
);

describe('the status table', () => {
  it.each(pairs)('from %s by %s leads to %s', (status, act, expected) => {
    expect(statusAfter(act, { status })).toBe(expected);
  });

  it('ends with ACSC, RJCT, CANC, and with ACCP for lack of funds', () => {
    expect(PAYMENT_STATUSES.filter((status) => isEndedPayment({ status }))).toEqual([
      'ACSC',
      'RJCT',
      'CANC',
    ]);
    expect(isEndedPayment({ status: 'ACCP', fundsAvailable: false })).toBe(true);
    expect(isEndedPayment({ status: 'ACCP', fundsAvailable: true })).toBe(false);
    expect(isEndedPayment({ status: 'ACTC', fundsAvailable: false })).toBe(false);
  });

  it.each(paymentActs)('lets nobody %s a payment that lacks funds', (act) => {
    expect(statusAfter(act, { status: 'ACCP', fundsAvailable: false })).toBeUndefined();
  });

  it('leads from every status that is no end to an end', () => {
    const reaches = (status: PaymentStatus, seen: readonly PaymentStatus[]): boolean =>
      isEndedPayment({ status }) ||
      paymentActs.some((act) => {
        const next = statusAfter(act, { status });
        return next !== undefined && !seen.includes(next) && reaches(next, [...seen, next]);
      });
    expect(PAYMENT_STATUSES.filter((status) => !reaches(status, [status]))).toEqual([]);
  });
});
