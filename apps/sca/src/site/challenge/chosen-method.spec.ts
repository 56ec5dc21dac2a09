import { chosenMethod } from './method-rules.js';
import type { MethodPreferences } from './method-rules.js';

const both = ['sandbox-code', 'passkey'] as const;
const codeOnly = ['sandbox-code'] as const;
const nobody: MethodPreferences = { wanted: '', before: undefined, redirectPreferred: true };

describe('the method of an approval page', () => {
  it.each<readonly [string, Partial<MethodPreferences>, string]>([
    ['is the usual method', {}, 'sandbox-code'],
    ['is a passkey when the TPP asks for biometrics', { redirectPreferred: false }, 'passkey'],
    ['is the method that the PSU picks', { wanted: 'passkey' }, 'passkey'],
    [
      'is the method that the PSU picks, also when the TPP asks for biometrics',
      { wanted: 'sandbox-code', redirectPreferred: false },
      'sandbox-code',
    ],
    [
      'stays the same after a reload',
      { before: 'sandbox-code', redirectPreferred: false },
      'sandbox-code',
    ],
    ['stays the passkey after a reload', { before: 'passkey' }, 'passkey'],
    ['is never an unknown method', { wanted: 'telepathy' }, 'sandbox-code'],
  ])('%s', (_about, wishes, method) => {
    expect(chosenMethod(both, { ...nobody, ...wishes })).toBe(method);
  });

  it.each<readonly [string, Partial<MethodPreferences>]>([
    ['the TPP asks for it', { redirectPreferred: false }],
    ['the PSU picks it', { wanted: 'passkey' }],
    ['the last page had it', { before: 'passkey' }],
  ])(
    'is not the passkey for a PSU without one, even if %s (specification 5.15)',
    (_about, wishes) => {
      expect(chosenMethod(codeOnly, { ...nobody, ...wishes })).toBe('sandbox-code');
    },
  );

  it('is undefined when the PSU can use no method', () => {
    expect(chosenMethod([], nobody)).toBeUndefined();
  });
});
