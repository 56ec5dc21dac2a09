import { entryByHand, sandboxBounds } from '@nordgate/contracts/rules';
import type { SandboxBound } from '@nordgate/contracts/rules';
import { isRefusal } from '@nordgate/decider';
import type { Command } from '@nordgate/decider';
import type { LedgerInMemory } from '../testing/ledger-in-memory.js';
import { aSandbox, maker, sandboxCommand } from '../testing/sandbox-commands.js';

const at = '2026-11-22T10:00:00.000Z';

/** What a bound counts: how a sandbox has so many, what makes one more, and what makes room again. */
interface Bounded {
  readonly having: (ledger: LedgerInMemory, count: number) => void;
  readonly oneMore: (nth: number) => Command;
  readonly oneLess?: (nth: number) => Command;
}

const times = <Made>(count: number, make: (nth: number) => Made): readonly Made[] =>
  Array.from({ length: count }, (_, nth) => make(nth));
const counted = (quota: string) => (ledger: LedgerInMemory, count: number) => {
  const taken = (nth: number) => ({ type: 'QuotaTaken', data: { by: `x-${String(nth)}`, at } });
  ledger.happened(quota, ...times(count, taken));
};
const engagement = (nth: number) => ({
  ...{ engagementId: `x${String(nth)}`, customerId: 'p1', accountId: `x${String(nth)}` },
  roles: ['VIEW'],
});
/** A person is engaged for an account once. */
const personOf = (nth: number) => `p${String(1 + (nth % 3))}`;
const posting = {
  ...{ amount: '-1.00', currency: 'NOK', details: {} },
  ...{ date: '2026-11-22', bookingDate: '2026-11-22', valueDate: '2026-11-22' },
};

const bounded: { readonly [Bound in SandboxBound]: Bounded } = {
  customersOfTpp: {
    having: counted(`quota-customersOfTpp-${maker}`),
    oneMore: (nth) => sandboxCommand('RegisterSandboxCustomer', nth),
    oneLess: (nth) => sandboxCommand('RemoveSandboxCustomer', nth),
  },
  agreementsOfTpp: {
    having: counted(`quota-agreementsOfTpp-${maker}`),
    oneMore: (nth) => sandboxCommand('SignSandboxAgreement', nth),
    oneLess: (nth) => sandboxCommand('EndSandboxAgreement', nth),
  },
  accountsOfCustomer: {
    having: counted('quota-accountsOfCustomer-o1'),
    oneMore: (nth) => sandboxCommand('OpenSandboxAccount', nth),
    oneLess: (nth) => sandboxCommand('CloseSandboxAccount', nth),
  },
  engagementsOfAgreement: {
    having: (ledger, count) => {
      const known = { agreementId: 'g1', ownerId: 'o1', name: 'Avtale', signers: 1 };
      const data = { ...known, engagements: times(count, engagement), at };
      ledger.happened('agreement-g1', { type: 'AgreementSigned', data });
    },
    oneMore: (nth) => sandboxCommand('AddSandboxEngagement', nth, { customerId: personOf(nth) }),
    oneLess: (nth) => sandboxCommand('EndSandboxEngagement', nth),
  },
  pendingByHand: {
    having: (ledger, count) => {
      const reserved = (nth: number) => {
        const entryId = entryByHand(`x${String(nth)}`, 0);
        return {
          type: 'AmountReserved',
          data: { sequence: nth + 1, entryId, posting, others: [], at },
        };
      };
      ledger.happened('account-a1', ...times(count, reserved));
    },
    oneMore: (nth) => sandboxCommand('AddSandboxTransaction', nth),
    oneLess: (nth) => sandboxCommand('RemoveSandboxTransaction', nth),
  },
  bookedByHand: {
    having: (ledger, count) => {
      const postings = times(count, () => posting);
      const data = { sequence: 1, entryId: entryByHand('x', 0), postings, balance: '0', at };
      ledger.happened('account-a1', { type: 'PostingsBooked', data });
    },
    oneMore: (nth) => sandboxCommand('AddSandboxTransactions', nth),
  },
};

describe.each(Object.entries(bounded))('the bound %s', (name, { having, oneMore, oneLess }) => {
  const bound = sandboxBounds[name as SandboxBound];
  const beyond = { refused: 'CONFLICT', text: name };
  const sandboxWith = (count: number) => {
    const ledger = aSandbox();
    having(ledger, count);
    return ledger;
  };

  it('takes the last one and refuses the one behind it, whose repeat is refused too', async () => {
    const ledger = sandboxWith(bound - 1);
    expect(isRefusal(await ledger.decide(oneMore(20_001)))).toBe(false);
    expect(await ledger.decide(oneMore(20_002))).toEqual(beyond);
    expect(await ledger.decide(oneMore(20_002))).toEqual(beyond);
  });

  it('lets the repeat of the last one change nothing', async () => {
    const ledger = sandboxWith(bound - 1);
    await ledger.decide(oneMore(20_001));
    expect(await ledger.decide(oneMore(20_001))).toEqual([]);
  });

  if (oneLess === undefined) return;

  it('takes another one where one was removed', async () => {
    const ledger = sandboxWith(bound - 1);
    await ledger.decide(oneMore(20_001));
    expect(isRefusal(await ledger.decide(oneLess(20_001)))).toBe(false);
    expect(isRefusal(await ledger.decide(oneMore(20_002)))).toBe(false);
    expect(await ledger.decide(oneMore(20_003))).toEqual(beyond);
  });
});

it('counts the accounts and the card accounts of a customer together', async () => {
  const ledger = aSandbox();
  counted('quota-accountsOfCustomer-o1')(ledger, sandboxBounds.accountsOfCustomer - 1);
  expect(isRefusal(await ledger.decide(sandboxCommand('OpenSandboxCardAccount', 1)))).toBe(false);
  const beyond = { refused: 'CONFLICT', text: 'accountsOfCustomer' };
  expect(await ledger.decide(sandboxCommand('OpenSandboxAccount', 1))).toEqual(beyond);
  expect(await ledger.decide(sandboxCommand('OpenSandboxCardAccount', 2))).toEqual(beyond);
  await ledger.decide(sandboxCommand('CloseSandboxCardAccount', 1));
  expect(isRefusal(await ledger.decide(sandboxCommand('OpenSandboxAccount', 1)))).toBe(false);
});

it('returns an agreement whose owner is removed to the TPP that made it', async () => {
  const ledger = aSandbox();
  await ledger.decide(sandboxCommand('SignSandboxAgreement', 1));
  expect(ledger.stateOf(`quota-agreementsOfTpp-${maker}`)).toEqual({ used: 1 });
  await ledger.decide({ ...sandboxCommand('RemoveSandboxCustomer', 1), stream: 'customer-o1' });
  expect(ledger.stateOf(`quota-agreementsOfTpp-${maker}`)).toEqual({ used: 0 });
});

it('keeps a changed customer in the quota in which it counts', async () => {
  const ledger = aSandbox();
  await ledger.decide(sandboxCommand('RegisterSandboxCustomer', 1));
  await ledger.decide(sandboxCommand('ChangeSandboxCustomer', 1));
  await ledger.decide(sandboxCommand('RemoveSandboxCustomer', 1));
  expect(ledger.stateOf(`quota-customersOfTpp-${maker}`)).toEqual({ used: 0 });
});

it.each(['transactions', 'engagements'])(
  'refuses %s of one request that pass the bound together',
  async (of) => {
    const { engagementsOfAgreement, pendingByHand } = sandboxBounds;
    const entry = (nth: number) => sandboxCommand('AddSandboxTransaction', nth).data as object;
    const command =
      of === 'transactions'
        ? sandboxCommand('AddSandboxTransactions', 1, {
            transactions: times(pendingByHand + 1, entry),
          })
        : sandboxCommand('SignSandboxAgreement', 1, {
            engagements: times(engagementsOfAgreement + 1, engagement),
          });
    const text = of === 'transactions' ? 'pendingByHand' : 'engagementsOfAgreement';
    expect(await aSandbox().decide(command)).toEqual({ refused: 'CONFLICT', text });
  },
);

describe('a booking by hand', () => {
  /** An account of 999,999.00 after this booking. */
  const having = (amount: string) => {
    const postings = [{ ...posting, amount }];
    const data = { sequence: 1, entryId: entryByHand('x', 0), postings, balance: '0', at };
    return aSandbox().happened('account-a1', { type: 'PostingsBooked', data });
  };

  it('is booked down to a balance of 18 digits', async () => {
    const ledger = having('-10000000000999997.99');
    const decided = await ledger.decide(sandboxCommand('AddSandboxTransactions', 1));
    expect(isRefusal(decided)).toBe(false);
    expect(ledger.stateOf('account-a1')).toMatchObject({ balance: '-9999999999999999.99' });
  });

  it('is refused where the balance had 19 digits', async () => {
    const ledger = having('-10000000000999998.00');
    const decided = await ledger.decide(sandboxCommand('AddSandboxTransactions', 1));
    const path = '/0/transactionAmount/amount';
    expect(decided).toEqual({ refused: 'CONFLICT', path, text: 'balance' });
  });
});
