import { aContext } from './testing/a-context.js';
import { paymentProducts } from '../products/payment-products.js';
import { doubtfulNumbersIn, numbersInDoubt } from './sandbox-accounts.js';

const single = paymentProducts.find(({ name }) => name === 'norwegian-domestic-credit-transfers')
  ?.services.payments?.body;
const valid = single?.example as object;
const known = { ...aContext, sandboxNumbers: new Set(['12345678901']) };
const rulesIn = (body: object, context = aContext) => {
  const parsed = single?.parse({ ...valid, ...body }, context);
  return parsed !== undefined && 'faults' in parsed
    ? parsed.faults.map(({ path, rule }) => `${path} ${rule}`)
    : [];
};
const party = (numbers: object) => ({ currency: 'NOK', ...numbers });

describe('a payment with an account number whose check digit is wrong', () => {
  const forms: readonly [string, object, string][] = [
    ['bban', { bban: '12345678901' }, 'bban bban.checkDigit'],
    ['iban', { iban: 'NO2812345678901' }, 'iban iban.invalid'],
  ];
  const roles = ['debtorAccount', 'creditorAccount'];

  it.each(roles.flatMap((role) => forms.map((form) => [role, ...form] as const)))(
    'is accepted for a %s with a %s that is of the sandbox, and refused for any other',
    (role, _form, numbers, fault) => {
      const body = { [role]: party(numbers) };
      expect(rulesIn(body)).toEqual([`/${role}/${fault}`]);
      expect(rulesIn(body, known)).toEqual([]);
      const others = { ...aContext, sandboxNumbers: new Set(['12345678902']) };
      expect(rulesIn(body, others)).toEqual([`/${role}/${fault}`]);
    },
  );

  it('is refused when iban and bban are of two accounts, or the iban has wrong check digits', () => {
    const two = { bban: '12345678902', iban: 'NO2812345678901' };
    expect(rulesIn({ debtorAccount: party(two) }, known)).toHaveLength(2);
    const wrong = { iban: 'NO2912345678901' };
    expect(rulesIn({ debtorAccount: party(wrong) }, known)).toHaveLength(1);
  });

  it('asks for nothing where other things are wrong', () => {
    const body = { debtorAccount: { bban: '123' }, creditorAccount: { iban: 'NO00' } };
    const faults = [
      { at: ['debtorAccount', 'bban'], rule: 'bban.notNorwegian' },
      { at: ['creditorAccount', 'iban'], rule: 'iban.invalid' },
    ] as const;
    expect(numbersInDoubt(body, faults)).toEqual([]);
  });

  it('is found in every payment of a bulk, and once', () => {
    const payments = [...Array(120).keys()].map((at) => ({
      debtorAccount: party({ bban: at < 110 ? '12345678901' : '12345678902' }),
      creditorAccount: party({ bban: '15030088880' }),
    }));
    expect(doubtfulNumbersIn({ payments })).toEqual(['12345678901', '12345678902']);
  });
});
