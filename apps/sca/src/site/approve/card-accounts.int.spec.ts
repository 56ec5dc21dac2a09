import { GetAccountAccess, GetConsent } from '@nordgate/contracts/queries';
import type { Initiator } from '@nordgate/contracts/events';
import {
  approve,
  atAccounts,
  giveConsent,
  newTpp,
  pick,
  tickedOn,
} from '../../testing/consent-steps.int.js';
import {
  fieldsOf,
  fiskAgreement,
  kariNumber,
  kariWithCard,
  olaNumber,
  setUp,
} from '../../testing/psu-steps.js';
import { hidden } from '../../testing/test-browser.js';
import { startTestSca } from '../../testing/test-sca.int.js';
import type { TestSca } from '../../testing/test-sca.int.js';

let sca: TestSca;
beforeAll(async () => {
  sca = await startTestSca();
});
beforeEach(() => {
  setUp(sca);
  sca.bank.customers.set(kariNumber, kariWithCard);
});
afterAll(() => sca.stop());

const both = { accounts: ['acc-2'], cards: ['card-1'] };

/** What the TPP may read now. */
async function readable({ tpp }: Initiator, psuId = '') {
  const query = new GetAccountAccess(tpp, psuId, null, 'session-1', 'attended', 0, 'A', null);
  const answer = await sca.queries.ask(query);
  if (answer.access === 'refused') return answer.code;
  if (answer.access !== 'allowed') return answer.access;
  const { accounts, cardAccounts } = answer;
  return { accounts, cardAccounts };
}

describe('card accounts on the page on which accounts are picked', () => {
  it('are boxes after the accounts, with name and masked number and without ticks', async () => {
    const { page } = await atAccounts(sca, newTpp());
    expect(page.text.match(/type="checkbox"/g)).toHaveLength(3);
    expect(page.text).toContain('Card card-1');
    expect(page.text).toContain('4925\u00a000**\u00a0****\u00a01234');
    expect(page.text.indexOf('Card card-1')).toBeGreaterThan(page.text.indexOf('Account acc-2'));
    expect(tickedOn(page, 'card')).toEqual([]);
  });

  it('are not there for an organisation that has none', async () => {
    const { page } = await atAccounts(sca, newTpp({ corporateId: fiskAgreement }), olaNumber);
    expect(page.text).toContain('Account acc-f');
    expect(page.text).not.toContain('name="card"');
  });

  it('lead to a code for exactly the ticked boxes of both kinds', async () => {
    const at = await atAccounts(sca, newTpp());
    const page = await pick(at, both);
    expect(page.text).toContain('4925\u00a000**\u00a0****\u00a01234');
    expect(page.text).toContain('1234\u00a056\u00a078903');
    const without = await pick(at, { accounts: both.accounts });
    expect(without.text).not.toContain('4925\u00a000**\u00a0****\u00a01234');
    expect(fieldsOf(without).code).not.toBe(fieldsOf(page).code);
    expect(hidden(without.text, 'shown')).not.toBe(hidden(page.text, 'shown'));
  });

  it('are granted with the code, and are ticked the next time', async () => {
    const initiator = newTpp();
    const { back, consentId } = await giveConsent(sca, initiator, both);
    const granted = { accounts: ['acc-2'], cardAccounts: ['card-1'] };
    expect(await readable(initiator, back['psu-id'])).toEqual(granted);
    const view = await sca.queries.ask(new GetConsent(initiator.tpp, consentId));
    expect(view).toMatchObject({ consentStatus: 'valid', grant: granted });
    const { page } = await atAccounts(sca, initiator);
    expect(tickedOn(page)).toEqual(['acc-2']);
    expect(tickedOn(page, 'card')).toEqual(['card-1']);
  });

  it('can be granted alone, and end when no box is ticked', async () => {
    const initiator = newTpp();
    const { back } = await giveConsent(sca, initiator, { cards: ['card-1'] });
    const psuId = back['psu-id'];
    expect(await readable(initiator, psuId)).toEqual({ accounts: [], cardAccounts: ['card-1'] });
    await giveConsent(sca, initiator, {});
    expect(await readable(initiator, psuId)).toBe('CONSENT_INVALID');
  });

  it('are read from the events where another release wrote the state in another form', async () => {
    const initiator = newTpp();
    const { back } = await giveConsent(sca, initiator, both);
    await sca.database.pool.query(
      `update es.stream set state = '{"is": "none"}', state_version = 0 where stream_id like $1`,
      [`access-${initiator.tpp}-%`],
    );
    expect(await readable(initiator, back['psu-id'])).toMatchObject({ cardAccounts: ['card-1'] });
  });
});

describe('a forged form with card accounts', () => {
  it.each([
    ['an unknown card', { cards: ['card-9'] }],
    ['an account in the field of a card', { cards: ['acc-1'] }],
    ['a card in the field of an account', { accounts: ['card-1'] }],
    ['a card of the customer and an unknown one', { cards: ['card-1', 'card-9'] }],
  ])('is rejected as a whole with %s', async (_what, ticks) => {
    const at = await atAccounts(sca, newTpp());
    expect((await pick(at, ticks)).status).toBe(400);
    expect(fieldsOf(await at.browser.get(`/sign/${at.id}`)).code).toBe('');
  });

  it('does not add a card to the accounts that were shown', async () => {
    const initiator = newTpp();
    const at = await atAccounts(sca, initiator);
    const narrow = await pick(at, { accounts: ['acc-2'] });
    const wide = await pick(at, both);
    expect((await approve(at, narrow)).location).toContain('notice=changed');
    const mixed = await approve(at, narrow, { shown: hidden(wide.text, 'shown') });
    expect(mixed.location).toBe(`/sign/${at.id}?notice=wrong-code`);
  });

  it('does not grant a card that the customer may no longer give access to', async () => {
    const at = await atAccounts(sca, newTpp());
    const page = await pick(at, both);
    const [own] = kariWithCard.contexts;
    if (own === undefined) throw new Error('no Kari');
    const contexts = [{ ...own, viewableCards: [] }];
    sca.bank.customers.set(kariNumber, { ...kariWithCard, contexts });
    expect((await approve(at, page)).location).toContain('notice=changed');
  });
});
