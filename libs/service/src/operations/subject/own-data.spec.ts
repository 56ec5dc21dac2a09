import { anotherPerson, ownData, recipientsIn } from './own-data.js';
import { accountKey, keysIn, likeOf, textOfKeys, withKeys } from './subject-keys.js';

const keys = keysIn('kari', 'id:a1 psu:p1 account:h1');

describe('data as a customer may read it', () => {
  it.each([
    ['an own customer id', { customerId: 'kari' }, { customerId: 'kari' }],
    ['the id of another customer', { customerId: 'ola' }, { customerId: anotherPerson }],
    ['the owner of an account', { ownerId: 'ola' }, { ownerId: anotherPerson }],
    ['an own PSU-ID', { psuId: 'p1' }, { psuId: 'p1' }],
    ['the PSU-ID of another', { psuId: 'p2' }, { psuId: anotherPerson }],
    ['an own account', { stream: 'account-a1' }, { stream: 'account-a1' }],
    ['an account of another', { others: ['card-account-a2'] }, { others: [anotherPerson] }],
    [
      'the engagements of an agreement',
      { engagements: [{ customerId: 'ola', accountId: 'x' }, { customerId: 'kari' }] },
      { engagements: [anotherPerson, { customerId: 'kari' }] },
    ],
    [
      'who pays for an organisation',
      { corporateId: 'o', debtor: { name: 'Ola' } },
      { corporateId: 'o', debtor: anotherPerson },
    ],
    ['who pays as a person', { debtor: { name: 'Kari' } }, { debtor: { name: 'Kari' } }],
    ['the hash of a link', { tokenHash: 'x' }, { tokenHash: 'a secret of the bank' }],
    ['an amount, a text and nothing', [1, 'x', null, true], [1, 'x', null, true]],
  ])('has or hides %s', (_what, data, shown) => {
    expect(ownData(data, keys)).toEqual(shown);
  });

  it('hides the fields of the holder where the customer is not the holder', () => {
    const data = { instruction: { amount: '1' }, at: 'now' };
    expect(ownData(data, keys, new Set(['instruction']))).toEqual({
      ...{ instruction: anotherPerson, at: 'now' },
    });
  });
});

describe('the TPPs in data', () => {
  it('are there once, with the name where one place has it', () => {
    const data = [{ initiator: { tpp: 'T1', tppName: 'One' } }, { tpp: 'T1' }, [{ tpp: 'T2' }]];
    expect(recipientsIn(data)).toEqual([{ id: 'T1', name: 'One' }, { id: 'T2' }]);
  });
});

describe('the keys of a customer', () => {
  it('are read as they were written', () => {
    expect(textOfKeys(keys)).toBe('id:a1 account:h1 psu:p1');
    expect(textOfKeys(keysIn('kari', undefined))).toBe('');
  });

  it('are the same object when nothing is new, and another one otherwise', () => {
    expect(withKeys(keys, ['id:a1'])).toBe(keys);
    expect(textOfKeys(withKeys(keys, ['id:a2']))).toBe('id:a1 id:a2 account:h1 psu:p1');
  });

  it('have no account number, and another hash for each customer', () => {
    const [kari, ola] = [accountKey('kari', 'NO93'), accountKey('ola', 'NO93')];
    expect(kari).toMatch(/^account:[0-9a-f]{32}$/);
    expect(kari).not.toBe(ola);
  });

  it('mean themselves in a pattern', () => {
    expect(likeOf(String.raw`a_b%c\d`)).toBe(String.raw`a\_b\%c\\d`);
  });
});
