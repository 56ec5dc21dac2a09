import { isRefusal, refuse, REFUSAL_REASONS } from './refusal.js';

describe('refusals', () => {
  it.each(REFUSAL_REASONS)('have a short text that is safe to show: %s', (reason) => {
    const { text } = refuse(reason, 'Date');
    expect(text).toMatch(/^[A-Za-z][\x20-\x7e]+\.$/);
    expect(text.length).toBeLessThanOrEqual(512);
  });

  it('have the values of their placeholders, and keep them for texts in other languages', () => {
    const params = { time: 'Fri, 20 Nov 2026 10:15:30 GMT' };
    const refusal = refuse('date-off', 'Date', params);
    expect(refusal.text).toBe(
      'Date differs from the time here, Fri, 20 Nov 2026 10:15:30 GMT, by more than 60 seconds.',
    );
    expect(refusal.params).toEqual(params);
  });

  it('name the header at fault', () => {
    expect(refuse('header-missing', 'Date')).toMatchObject({ path: 'Date' });
  });

  it('are distinguished from results', () => {
    expect(isRefusal(refuse('date-off', 'Date'))).toBe(true);
    expect(isRefusal({ tppId: 'refused' })).toBe(false);
  });
});
