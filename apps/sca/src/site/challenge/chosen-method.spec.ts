import { chosenMethod } from './chosen-method.js';
import type { Wishes } from './chosen-method.js';

const both = ['sandbox-code', 'passkey'] as const;
const codeOnly = ['sandbox-code'] as const;
const nobody: Wishes = { wanted: '', before: undefined, redirectPreferred: true };

describe('the method that a page asks for', () => {
  it.each<readonly [string, Partial<Wishes>, string]>([
    ['is the usual one', {}, 'sandbox-code'],
    ['is a passkey where the TPP asks for biometrics', { redirectPreferred: false }, 'passkey'],
    ['is what the PSU picks', { wanted: 'passkey' }, 'passkey'],
    [
      'is what the PSU picks, whatever the TPP asks for',
      { wanted: 'sandbox-code', redirectPreferred: false },
      'sandbox-code',
    ],
    [
      'stays when the page comes again',
      { before: 'sandbox-code', redirectPreferred: false },
      'sandbox-code',
    ],
    ['stays the passkey', { before: 'passkey' }, 'passkey'],
    ['is none that we do not have', { wanted: 'telepathy' }, 'sandbox-code'],
  ])('%s', (_about, wishes, method) => {
    expect(chosenMethod(both, { ...nobody, ...wishes })).toBe(method);
  });

  it.each<readonly [string, Partial<Wishes>]>([
    ['the TPP asks for it', { redirectPreferred: false }],
    ['it is picked', { wanted: 'passkey' }],
    ['it is gone meanwhile', { before: 'passkey' }],
  ])('is no passkey for who has none, even if %s (specification 5.15)', (_about, wishes) => {
    expect(chosenMethod(codeOnly, { ...nobody, ...wishes })).toBe('sandbox-code');
  });

  it('is none where there is none', () => {
    expect(chosenMethod([], nobody)).toBeUndefined();
  });
});
