import { defaultProfile, offeredProduct } from '@nordgate/contracts/profile';
import { GetActingCustomer, GetCustomerOfPsu, GetSession } from '@nordgate/contracts/queries';
import type { ActingContext, SessionAnswer } from '@nordgate/contracts/queries';
import type { PaymentService } from '@nordgate/contracts/events';
import type { SinglePaymentInitiation } from '@nordgate/contracts/http';
import type { Caller } from '../../access/caller.js';
import type { Edge } from '../../access/edge.service.js';
import { exemptionOf } from './exemption.js';

const own = ['99991200017', '99996000016'];
const personal: ActingContext = { context: 'PRIVATE', name: 'Kari', debitable: own, viewable: [] };
const corporate: ActingContext = {
  ...{ context: 'CORPORATE', corporateId: 'agr-1', name: 'Solsiden AS' },
  debitable: ['99991200017'],
  viewable: [],
};
const transfer: SinglePaymentInitiation = {
  instructedAmount: { amount: '499.99', currency: 'NOK' },
  creditorName: 'Kari',
  creditorAccount: { bban: '99996000016', currency: 'NOK' },
  debtorAccount: { bban: '99991200017', currency: 'NOK' },
};
const ndct = 'norwegian-domestic-credit-transfers';
const straks = 'instant-norwegian-domestic-credit-transfers-straks';
const psu = { tpp: 'PSDNO-FSA-1', psuId: 'psu-1', tppSessionId: 'session-1', generation: 0 };

interface Situation {
  readonly transfer?: Partial<SinglePaymentInitiation>;
  readonly caller?: Partial<Caller>;
  readonly product?: string;
  readonly service?: PaymentService;
  readonly contexts?: readonly ActingContext[] | null;
  readonly rule?: boolean;
  /** At the price of the list; free without it. */
  readonly isPriced?: boolean;
  readonly session?: SessionAnswer['session'];
  readonly down?: typeof GetCustomerOfPsu | typeof GetActingCustomer | typeof GetSession;
}

/** What is decided, and whether anybody was asked. */
async function decided(situation: Situation = {}) {
  const { contexts = [personal, corporate], rule = true, session = 'live', down } = situation;
  const limit = { ownAccountsBelow: { amount: '500', currency: 'NOK' as const } };
  const profile = { ...defaultProfile('sandbox'), ...(rule ? { exemptions: limit } : {}) };
  const offered = offeredProduct(
    profile,
    situation.service ?? 'payments',
    situation.product ?? ndct,
  );
  const { price: listed, ...free } = offered!;
  const price = situation.isPriced === true ? listed : undefined;
  const asked: string[] = [];
  const ask = (query: GetCustomerOfPsu | GetActingCustomer | GetSession) => {
    asked.push(query.constructor.name);
    if (down !== undefined && query instanceof down) return Promise.reject(new Error('down'));
    if (query instanceof GetActingCustomer) {
      return Promise.resolve(contexts && { customerId: 'cus-1', name: 'Kari', contexts });
    }
    const isKnown = query.tpp === psu.tpp && query.psuId === psu.psuId;
    if (query instanceof GetSession) {
      const isCurrent = isKnown && query.tppSessionId === psu.tppSessionId;
      return Promise.resolve({ session: isCurrent ? session : 'none' });
    }
    return Promise.resolve(isKnown ? { customerId: 'cus-1' } : null);
  };
  const edge = { settings: { profile }, queries: { ask } } as unknown as Edge;
  const caller = { ...psu, ...situation.caller } as Caller;
  const body = { ...transfer, ...situation.transfer };
  const transferred = await exemptionOf(edge, caller, { ...free, ...(price && { price }) }, body);
  return { exemption: transferred?.exemption, asked };
}

const exempt = { reason: 'own-accounts', customerId: 'cus-1' };
const amount = (text: string) => ({ instructedAmount: { amount: text, currency: 'NOK' as const } });
const iban = { iban: 'NO0099996000016', currency: 'NOK' as const };

describe('a transfer between own accounts below the limit', () => {
  it.each<[string, Situation]>([
    ['of one krone', { transfer: amount('1') }],
    ['just below', { transfer: amount('499.99') }],
    [
      'from and to accounts in its currency',
      { contexts: [{ ...personal, currencies: { [own[0]!]: 'NOK', [own[1]!]: 'NOK' } }] },
    ],
    ['to an IBAN', { transfer: { creditorAccount: iban } }],
    ['of an instant product', { product: straks }],
    ['in the private context by name', { caller: { context: 'PRIVATE' } }],
    [
      'of an agreement',
      { caller: { corporateId: 'agr-1' }, contexts: [{ ...corporate, debitable: own }] },
    ],
  ])('%s needs no SCA', async (_what, situation) => {
    expect((await decided(situation)).exemption).toEqual(exempt);
  });
});

describe('any other payment needs SCA', () => {
  it.each<[string, Situation]>([
    ['without the rule in the profile', { rule: false }],
    ['at the limit', { transfer: amount('500') }],
    ['at the limit, written longer', { transfer: amount('500.00') }],
    ['far above the limit', { transfer: amount('1000') }],
    ['in another currency', { transfer: { instructedAmount: { amount: '1', currency: 'EUR' } } }],
    [
      'from an account in another currency',
      { transfer: { debtorAccount: { bban: '99991200017', currency: 'EUR' } } },
    ],
    ['of a product with a fee', { product: straks, isPriced: true }],
    ['of a bank abroad', { product: 'cross-border-credit-transfers' }],
    ['to the same account', { transfer: { creditorAccount: transfer.debtorAccount } }],
  ])('%s, and no service is asked', async (_what, situation) => {
    expect(await decided(situation)).toEqual({ exemption: undefined, asked: [] });
  });

  it('without PSU-ID, and no service is asked', async () => {
    const { psuId: _none, ...nobody } = psu;
    const caller = { ...nobody, psuId: undefined } as unknown as Partial<Caller>;
    expect(await decided({ caller })).toEqual({ exemption: undefined, asked: [] });
    expect(_none).toBe('psu-1');
  });

  it('without TPP-Session-ID, and no service is asked', async () => {
    const caller: object = { tppSessionId: undefined };
    expect(await decided({ caller })).toEqual({ exemption: undefined, asked: [] });
  });

  it.each<SessionAnswer['session']>(['none', 'expired', 'unknown-psu'])(
    'without a live session: %s (specification 5.13)',
    async (session) => {
      expect((await decided({ session })).exemption).toBeUndefined();
    },
  );

  it.each<[string, Situation]>([
    ['under a TPP-Session-ID without SCA', { caller: { tppSessionId: 'session-2' } }],
    ['while sca does not answer about the session', { down: GetSession }],
    ["of a PSU-ID that is not this TPP's", { caller: { tpp: 'PSDNO-FSA-2' } }],
    ['of a customer who is gone', { contexts: null }],
    ["to somebody else's account", { contexts: [{ ...personal, debitable: [own[0]!] }] }],
    ["from somebody else's account", { contexts: [{ ...personal, debitable: [own[1]!] }] }],
    ['from a blocked account', { contexts: [{ ...personal, blocked: [own[0]!] }] }],
    ['to a blocked account', { contexts: [{ ...personal, blocked: [own[1]!] }] }],
    [
      'from an account that has another currency than the TPP says',
      { contexts: [{ ...personal, currencies: { [own[0]!]: 'EUR', [own[1]!]: 'NOK' } }] },
    ],
    [
      'to an account in another currency',
      { contexts: [{ ...personal, currencies: { [own[0]!]: 'NOK', [own[1]!]: 'EUR' } }] },
    ],
    ['between a private and a corporate account', { caller: { corporateId: 'agr-1' } }],
    [
      'of an agreement under which two have to sign',
      {
        caller: { corporateId: 'agr-1' },
        contexts: [{ ...corporate, debitable: own, signers: 2 }],
      },
    ],
    ['of an agreement of others', { caller: { corporateId: 'agr-2' } }],
    ['of a corporate context without an agreement', { caller: { context: 'CORPORATE' } }],
    ['while sca is down', { down: GetCustomerOfPsu }],
    ['while accounts is down', { down: GetActingCustomer }],
  ])('%s', async (_what, situation) => {
    expect((await decided(situation)).exemption).toBeUndefined();
  });
});
