import { refuse } from '@nordgate/decider';
import { hasRefused } from './psu.js';

describe('a PSU who refuses at the approval site', () => {
  it('is confirmed by an authorisation that has failed for it', () => {
    expect(hasRefused({ is: 'failed', failure: { code: '', reason: 'refused' } })).toBe(true);
  });

  it('is not confirmed by one that was over, or by none', () => {
    expect(hasRefused({ is: 'failed', failure: { code: '', reason: 'expired' } })).toBe(false);
    expect(hasRefused({ is: 'finalised' })).toBe(false);
    expect(hasRefused(refuse('CONFLICT'))).toBe(false);
    expect(hasRefused(null)).toBe(false);
  });
});
