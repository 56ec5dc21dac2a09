import { worstOf } from './worst-case.js';

describe('the worst case of a basket', () => {
  it.each([
    [['ACTC', 'ACSC'], 'ACTC'],
    [['ACTC', 'PDNG'], 'PATC'],
    [['PDNG', 'RCVD'], 'RCVD'],
    [['RCVD', 'CANC'], 'RJCT'],
  ])('of %p is %s', (statuses, worst) => {
    expect(worstOf(statuses)).toBe(worst);
    expect(worstOf([...statuses].reverse())).toBe(worst);
  });

  it('rejects a status that the table lacks', () => {
    expect(() => worstOf(['ACTC', 'NEW'])).toThrow('NEW has no rank');
  });
});
