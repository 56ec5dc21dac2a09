import type { ProfileScaRule } from '@nordgate/contracts/profile';
import { anInstruction, aPaymentView } from '../../testing/a-payment-view.js';
import { isAccepted, methodFault } from './method-rules.js';
import type { RuledApproval } from './method-rules.js';

const provider = {} as never;

describe('the methods of a site', () => {
  it.each([
    ['production with the provider', 'production', ['oidc', 'passkey'], undefined],
    ['the sandbox with its code', 'sandbox', ['sandbox-code', 'passkey'], undefined],
    ['the sandbox with all', 'sandbox', ['oidc', 'passkey', 'sandbox-code'], undefined],
    ['production without the provider', 'production', ['passkey'], 'needs the SCA method oidc'],
    ['production without any', 'production', [], 'needs the SCA method oidc'],
    ['production with the code', 'production', ['oidc', 'sandbox-code'], 'refuses'],
  ] as const)('are judged for %s', (_about, environment, methods, fault) => {
    const found = methodFault(environment, { methods, provider });
    if (fault === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(fault);
  });

  it('need a provider for oidc, also in the sandbox', () => {
    expect(methodFault('sandbox', { methods: ['oidc'] })).toContain('sca.provider');
  });
});

describe('a rule of the profile', () => {
  const approval: RuledApproval = { tpp: 'PSDNO-FSA-1', payments: [aPaymentView()] };
  const only = (rule: Partial<ProfileScaRule>): ProfileScaRule => ({ methods: ['oidc'], ...rule });
  const above = (amount: string, currency: 'NOK' | 'EUR' = 'NOK') =>
    only({ amountAbove: { amount, currency } });

  it.each<readonly [string, ProfileScaRule, boolean]>([
    ['that is for all', only({}), false],
    ['for a smaller amount', above('1250.49'), false],
    ['for exactly the amount', above('1250.50'), true],
    ['for an amount that cannot be compared', above('900000', 'EUR'), false],
    ['for the product', only({ product: 'norwegian-domestic-credit-transfers' }), false],
    ['for another product', only({ product: 'sepa-credit-transfers' }), true],
    ['for the TPP', only({ tpp: 'PSDNO-FSA-1' }), false],
    ['for another TPP', only({ tpp: 'PSDNO-FSA-2' }), true],
    ['that lists the passkey', only({ methods: ['passkey'] }), true],
  ])('%s accepts a passkey: %s', (_about, rule, isEnough) => {
    expect(isAccepted('passkey', [rule], approval)).toBe(isEnough);
    expect(isAccepted('oidc', [only({})], approval)).toBe(true);
  });

  it('counts the sum of a bulk payment', () => {
    const { debtorAccount, ...credit } = anInstruction();
    const payments = [aPaymentView({ instruction: { debtorAccount, payments: [credit, credit] } })];
    expect(isAccepted('passkey', [above('2500.99')], { ...approval, payments })).toBe(false);
    expect(isAccepted('passkey', [above('2501')], { ...approval, payments })).toBe(true);
  });

  const of = (amount: string, currency: 'NOK' | 'EUR' | 'USD', product?: string) =>
    aPaymentView({
      instruction: anInstruction({ instructedAmount: { amount, currency } }),
      ...(product === undefined ? {} : { product }),
    });

  it('counts the sum of what one proof approves, per currency', () => {
    const basket = { ...approval, payments: [of('300', 'NOK'), of('200.01', 'NOK')] };
    expect(isAccepted('passkey', [above('500')], basket)).toBe(false);
    expect(isAccepted('passkey', [above('500.01')], basket)).toBe(true);
    const mixed = { ...approval, payments: [of('300', 'NOK'), of('1', 'USD')] };
    expect(isAccepted('passkey', [above('500')], mixed)).toBe(false);
  });

  it('for a product counts the payments of that product only', () => {
    const sepa = 'sepa-credit-transfers';
    const payments = [of('90', 'EUR', sepa), of('5000', 'NOK')];
    const rule = (amount: string) =>
      only({ product: sepa, amountAbove: { amount, currency: 'EUR' } });
    expect(isAccepted('passkey', [rule('90')], { ...approval, payments })).toBe(true);
    expect(isAccepted('passkey', [rule('89')], { ...approval, payments })).toBe(false);
  });

  it('about amounts is nothing for an access', () => {
    expect(isAccepted('passkey', [above('0')], { ...approval, payments: [] })).toBe(true);
  });
});
