import { isValidBBAN, isValidIBAN } from 'ibantools';
import { knownId } from './known-resource.js';
import { knownState, knownStreams, sandboxRegisterNumber } from './known-state.js';

const { accounts, agreements, cardAccounts, customers } = knownState;
const persons = customers.filter(({ customerType }) => customerType === 'PRIVATE');
const organisations = customers.filter(({ customerType }) => customerType === 'CORPORATE');

/** Modulus 11: the check digit that makes the weighted sum divisible; 10 stands for none. */
function checkDigit(digits: string, weights: readonly number[]): number {
  const sum = weights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
  return (11 - (sum % 11)) % 11;
}

describe('the known state', () => {
  it('is two persons with two accounts and a card each, and two organisations with two accounts', () => {
    expect(customers.slice(0, 4)).toEqual([...persons.slice(0, 2), ...organisations.slice(0, 2)]);
    for (const { customerId } of customers) {
      expect(accounts.filter(({ ownerId }) => ownerId === customerId)).toHaveLength(2);
    }
    expect(cardAccounts.map(({ ownerId }) => ownerId)).toEqual(
      persons.map(({ customerId }) => customerId),
    );
    expect(accounts.every(({ currency }) => currency === 'NOK')).toBe(true);
  });

  it('has three persons and an organisation of the same kind for payments that two sign', () => {
    expect(customers.slice(4)).toEqual([...persons.slice(2), ...organisations.slice(2)]);
    expect([persons.length, organisations.length]).toEqual([5, 3]);
  });

  it.each(persons)('$customerNumber has both check digits of a national identity number', (one) => {
    const number = one.customerNumber;
    expect(number).toMatch(/^\d{11}$/u);
    expect(Number(number[9])).toBe(checkDigit(number, [3, 7, 6, 1, 8, 9, 4, 5, 2]));
    expect(Number(number[10])).toBe(checkDigit(number, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]));
  });

  it.each(persons)('$customerNumber is no real person: the month has 80 added', (one) => {
    const [day, month, year] = (one.customerNumber.match(/\d\d/gu) ?? []).map(Number);
    expect(month).toBeGreaterThan(80);
    const born = new Date(Date.UTC(1900 + Number(year), Number(month) - 81, day));
    expect([born.getUTCDate(), born.getUTCMonth() + 81]).toEqual([day, month]);
    // Individual numbers 000 to 499 belong to the years 1900 to 1999.
    expect(Number(one.customerNumber.slice(6, 9))).toBeLessThan(500);
  });

  it.each(organisations)('$customerNumber has the check digit of an organisation number', (one) => {
    const number = one.customerNumber;
    expect(number).toMatch(/^3\d{8}$/u);
    expect(Number(number[8])).toBe(checkDigit(number, [3, 2, 7, 6, 5, 4, 3, 2]));
  });

  it.each(accounts)('$bban has its check digit and the invented register number', ({ bban }) => {
    expect(bban).toMatch(/^\d{11}$/u);
    expect(bban.slice(0, 4)).toBe(sandboxRegisterNumber);
    // Group 00 is for accounts between banks, whose check digit leaves the register number out.
    expect(bban.slice(4, 6)).not.toBe('00');
    expect(Number(bban[10])).toBe(checkDigit(bban, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]));
    expect(isValidBBAN(bban, 'NO')).toBe(true);
  });

  it.each(accounts)('$iban is valid and agrees with $bban', ({ bban, iban }) => {
    expect(isValidIBAN(iban)).toBe(true);
    expect(iban).toMatch(new RegExp(`^NO\\d\\d${bban}$`, 'u'));
  });

  it.each(accounts)('$bban has an amount in øre', ({ balance }) => {
    expect(balance).toMatch(/^(0|[1-9]\d*)\.\d\d$/u);
  });

  it.each(cardAccounts)('$maskedPan shows its first six and last four digits only', (card) => {
    expect(card.maskedPan).toMatch(/^\d{6}x{6}\d{4}$/u);
  });

  it('gives every person every role somewhere, and agreements name one, two and three', () => {
    const acting = agreements.map(({ engagements }) => [
      ...new Set(engagements.map(({ customerId }) => customerId)),
    ]);
    expect(agreements.map(({ ownerId }) => ownerId)).toEqual(
      organisations.map(({ customerId }) => customerId),
    );
    expect(acting.map(({ length }) => length).sort()).toEqual([1, 2, 3]);
    for (const { engagements } of agreements) {
      const roles = engagements.map((engagement) => engagement.roles);
      expect(roles).toContainEqual(['REGISTER', 'VIEW', 'APPROVE']);
    }
  });

  it('wants two signatures under one agreement, in which three may approve', () => {
    expect(agreements.map(({ signers }) => signers)).toEqual([1, 1, 2]);
    const approving = agreements[2]?.engagements.filter(({ roles }) => roles.includes('APPROVE'));
    expect(new Set(approving?.map(({ customerId }) => customerId)).size).toBe(3);
  });

  it('engages persons only, for accounts of the agreement’s own organisation', () => {
    const personIds = persons.map(({ customerId }) => customerId);
    for (const { engagements, ownerId } of agreements) {
      const own = accounts.filter((one) => one.ownerId === ownerId);
      for (const { accountId, customerId } of engagements) {
        expect(personIds).toContain(customerId);
        expect(own.map((one) => one.accountId)).toContain(accountId);
      }
    }
  });

  it('gives everything a different id and number', () => {
    const { ids } = knownStreams(knownState);
    const engagementIds = agreements.flatMap(({ engagements }) =>
      engagements.map(({ engagementId }) => engagementId),
    );
    const numbers = [
      ...customers.map(({ customerNumber }) => customerNumber),
      ...accounts.map(({ bban }) => bban),
    ];
    for (const all of [ids, engagementIds, numbers]) expect(new Set(all).size).toBe(all.length);
    expect(ids).toHaveLength(32);
  });

  // These ids are in TPPs' tests: a change of any is a breaking change.
  it('keeps its ids', () => {
    expect(customers.map(({ customerId }) => customerId)).toMatchInlineSnapshot(`
      [
        "e9407f10-a233-5ffb-858e-ba990014447a",
        "9f9fb80c-9ba0-5d0a-8de4-41e3d9dcc04e",
        "b7303e4d-c0bf-5add-b293-bdc5a578df73",
        "795c6afb-f95e-59af-bf1f-7b2d90c924e1",
        "4812b5bf-ba58-5a6d-a2bf-985b484fe17c",
        "38bf4e8c-b815-5d69-91e5-6a30bca4badd",
        "18ec6bbb-a784-55cb-b1b8-76295c057f31",
        "4cc12c9d-5e99-5a33-bde3-00b9570850ca",
      ]
    `);
    expect(accounts.map(({ accountId }) => accountId)).toMatchInlineSnapshot(`
      [
        "22c13739-7c83-556c-9bea-97e6e470a837",
        "2aa506b9-e190-5130-b55e-067d34d18073",
        "74c793dc-979f-5649-a3e9-c17e91a874dd",
        "b759374d-c70b-5081-9a3f-97bc1fc44880",
        "38004eba-2b62-53a7-8864-1fee20867fa9",
        "31ca2509-997e-568a-9c22-caebe21e8d82",
        "0fdd7106-bd4a-504d-9292-99edd08e06bb",
        "62f4f1b3-ba3b-593f-b735-f342e536444a",
        "56fe3c9f-8f6a-5145-9ed7-0852dfc2b546",
        "cb92c9ce-cf2b-5eff-b59e-fbc77640164b",
        "14b2b8c8-0d28-535e-95d6-2da7145a9701",
        "aeadd30d-87aa-5579-9414-bf11f58995f2",
        "248554e5-4dd5-5b92-90ea-56442fd7c94a",
        "c33df5e1-07ba-5c39-8a9e-458e86830b92",
        "a6aae502-8673-5e67-a6f8-41b7f75bc7f7",
        "99ec48ba-7705-596c-9afe-b30902dec346",
      ]
    `);
    expect(agreements.map(({ agreementId }) => agreementId)).toMatchInlineSnapshot(`
      [
        "901b1aaa-1cd5-5240-af93-a72d2de4cd8e",
        "23ef4856-2c33-50c6-baee-da211c17c38c",
        "dd6fa95a-026a-5e23-9197-8c001658b8ca",
      ]
    `);
  });
});

describe('a known id', () => {
  it('is the same for the same name', () => {
    expect(knownId('customer/1')).toBe(knownId('customer/1'));
    expect(knownId('customer/1')).not.toBe(knownId('customer/2'));
  });
});
