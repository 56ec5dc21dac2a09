import { isRefusal, refuse, REFUSAL_REASONS } from './refusal.js';

describe('refusals', () => {
  it.each(REFUSAL_REASONS)('have a short text that is safe to show: %s', (reason) => {
    const { text } = refuse(reason);
    expect(text).toMatch(/^[A-Za-z][\x20-\x7e]+\.$/);
    expect(text.length).toBeLessThanOrEqual(512);
  });

  it('have the path of a header only when a header is at fault', () => {
    expect(refuse('header-missing', 'Date')).toMatchObject({ path: 'Date' });
    expect(refuse('header-missing')).not.toHaveProperty('path');
  });

  it('are distinguished from results', () => {
    expect(isRefusal(refuse('date-off'))).toBe(true);
    expect(isRefusal({ tppId: 'refused' })).toBe(false);
  });
});
