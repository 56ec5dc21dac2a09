import type { Verified } from '@nordgate/signature';
import { callerOf, initiatorOf } from './caller.js';
import { headerValuesOf } from './header-table.js';
import { paymentInitiation } from './route.js';

const verified = {
  tppId: 'PSDNO-FSA-1',
  certificate: { organisation: 'Penger AS' },
} as unknown as Verified;

function initiatedWith(preferred: string | undefined) {
  const header = headerValuesOf({
    'tpp-redirect-uri': 'https://tpp.example/back',
    ...(preferred === undefined ? {} : { 'tpp-redirect-preferred': preferred }),
  });
  const caller = callerOf(verified, header, paymentInitiation, new Set());
  return initiatorOf(caller, () => 'minted');
}

describe('TPP-Redirect-Preferred', () => {
  it('false goes with what the TPP starts, to where the PSU approves (specification 5.15)', () => {
    expect(initiatedWith('false')).toHaveProperty('redirectPreferred', false);
  });

  it.each([['true'], [undefined]])('%s is the default, and says nothing', (preferred) => {
    expect(initiatedWith(preferred)).not.toHaveProperty('redirectPreferred');
  });
});
