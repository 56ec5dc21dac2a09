import { isRefusal, refuse, REFUSAL_REASONS } from './refusal.js';

describe('refusals', () => {
  it.each(REFUSAL_REASONS)('have a short text that is safe to show: %s', (reason) => {
    const { text } = refuse(reason, 'Date');
    expect(text).toMatch(/^[A-Za-z][\x20-\x7e]+\.$/);
    expect(text.length).toBeLessThanOrEqual(512);
  });

  it('name the header at fault', () => {
    expect(refuse('header-missing', 'Date')).toMatchObject({ path: 'Date' });
  });

  it('are distinguished from results', () => {
    expect(isRefusal(refuse('date-off', 'Date'))).toBe(true);
    expect(isRefusal({ tppId: 'refused' })).toBe(false);
  });
});
