import { checkCoverage, checkPresence, gatherHeaders } from './received-headers.js';

describe('the headers of a request', () => {
  it('have lower-case names, and the values of a repeated header in their order', () => {
    const { values, repeated } = gatherHeaders(['X-A', '1', 'Date', 'today', 'x-a', '2']);
    expect(Object.fromEntries(values)).toEqual({ 'x-a': '1, 2', date: 'today' });
    expect(repeated).toEqual(['x-a']);
  });

  it('have no repeated name when each comes once', () => {
    expect(gatherHeaders(['Date', 'today', 'X-A', '1']).repeated).toEqual([]);
  });

  it('are not there when they are empty', () => {
    const headers = gatherHeaders(['Date', '', 'X-A', '1']);
    expect(checkPresence(headers, ['x-a', 'date'])).toMatchObject({
      reason: 'header-missing',
      path: 'Date',
    });
    expect(checkPresence(headers, ['x-a'])).toBeUndefined();
  });

  it('cannot repeat the request line: a header with its name is not signed', () => {
    const headers = gatherHeaders(['(request-target)', 'a', '(request-target)', 'b']);
    expect(checkCoverage(headers, ['(request-target)'], true)).toBeUndefined();
    expect(checkCoverage(headers, [], true)).toMatchObject({ reason: 'target-not-covered' });
    expect(checkCoverage(headers, [])).toBeUndefined();
  });
});
