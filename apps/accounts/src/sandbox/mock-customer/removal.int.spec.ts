import { isRefusal } from '@nordgate/decider';
import type { Command, DomainEvent } from '@nordgate/decider';
import { accountsStreams } from '../../accounts.module.js';
import { anAccount, cardOpened, pending, toReserve } from '../../testing/ledger-commands.js';
import { LedgerInMemory } from '../../testing/ledger-in-memory.js';
import { aTransfer, toBookTransfer, toReserveTransfer } from '../../testing/transfer-commands.js';

const at = '2026-11-22T10:00:00.000Z';

/** What a removal by hand takes along. */
interface Removal {
  readonly name: string;
  readonly command: Command;
  /** The streams that stand on what is removed, with their states afterwards. */
  readonly ends: Readonly<Record<string, object>>;
}

const by = { request: 'request-2', content: 'content-2' };
const byHand = (type: string, stream: string, data: object = {}): Command => ({
  ...{ type, id: 'any', stream, meta: { at, actor: 'PSDNO-FSA-1' } },
  data: { generation: 0, by, ...data },
});

const customer = (customerId: string, customerNumber: string): DomainEvent => ({
  type: 'CustomerRegistered',
  data: { customerId, customerNumber, customerType: 'PRIVATE', name: customerId, at },
});
const signed = (agreementId: string, ownerId: string): DomainEvent => {
  const engagements = [
    { engagementId: 'e1', customerId: 'c1', accountId: 'a9', roles: ['VIEW'] },
    { engagementId: 'e2', customerId: 'c9', accountId: 'a1', roles: ['APPROVE'] },
    { engagementId: 'e3', customerId: 'c9', accountId: 'a9', roles: ['VIEW'] },
  ];
  return {
    type: 'AgreementSigned',
    data: { agreementId, ownerId, name: 'Avtale', engagements, at },
  };
};

const transfer = aTransfer({ from: '99991200017' });
const transferEntry = `entry-${transfer.executionId}`;

/** Everything that can stand on the customer c1 and on its account a1. */
async function everything(): Promise<LedgerInMemory> {
  const ledger = new LedgerInMemory()
    .happened('customer-c1', customer('c1', '14837530114'))
    .happened('customer-c9', customer('c9', '02030405061'))
    .happened('account-a1', anAccount('a1', { ownerId: 'c1', bban: '99991200017' }))
    .happened('account-a9', anAccount('a9', { ownerId: 'c9', bban: '99996000016' }))
    .happened('card-account-k1', { ...cardOpened, data: { ...cardOpened.data, ownerId: 'c1' } })
    .happened('agreement-own', signed('own', 'c1'))
    .happened('agreement-other', signed('other', 'c9'));
  for (const command of [
    toReserve('held.0', pending('account-a1', '-5.00')),
    toReserveTransfer(transfer),
  ] as readonly Command[]) {
    if (isRefusal(await ledger.decide(command))) throw new Error(`${command.type} is refused`);
  }
  return ledger;
}

const closed = { is: 'closed' };
const withEngagements = (...engagementIds: readonly string[]) => ({
  is: 'signed',
  engagements: engagementIds.map((engagementId) => ({ engagementId })),
});

const removals: readonly Removal[] = [
  {
    name: 'a customer',
    command: byHand('RemoveSandboxCustomer', 'customer-c1'),
    ends: {
      'customer-c1': { is: 'removed' },
      // With the holds on it: no state of a closed account has any.
      'account-a1': closed,
      'card-account-k1': closed,
      'agreement-own': { is: 'ended' },
      'agreement-other': withEngagements('e2', 'e3'),
    },
  },
  {
    name: 'an account',
    command: byHand('CloseSandboxAccount', 'account-a1', { ownerId: 'c1' }),
    ends: {
      'account-a1': closed,
      'agreement-own': withEngagements('e1', 'e3'),
      'agreement-other': withEngagements('e1', 'e3'),
    },
  },
  {
    name: 'a card account',
    command: byHand('CloseSandboxCardAccount', 'card-account-k1', { ownerId: 'c1' }),
    ends: { 'card-account-k1': closed },
  },
];

/** Streams of the service that stand on no customer and on no account. */
const independent = new Set([
  ...[
    'clearing',
    'maintenance',
    'operation',
    'quota',
    'refusal',
    'sandbox',
    'tpp-contact',
    'tpp-stop',
    'world',
  ],
]);
/** Entries end with the next command to them. */
const endsLater = new Set(['entry']);

describe('a removal by hand', () => {
  it('takes along every kind of stream that can stand on a customer or an account', () => {
    const names = accountsStreams.map(({ name }) => name).sort();
    const shown = removals
      .flatMap(({ ends }) => Object.keys(ends))
      .map((stream) => names.findLast((name) => stream.startsWith(`${name}-`)));
    expect([...new Set([...shown, ...independent, ...endsLater])].sort()).toEqual(names);
  });

  it.each(removals)('of $name ends what stands on it, and nothing else', async (removal) => {
    const ledger = await everything();
    const streams = ledger.streams();
    const before = new Map(streams.map((stream) => [stream, ledger.stateOf(stream)]));
    expect(isRefusal(await ledger.decide(removal.command))).toBe(false);
    for (const stream of streams) {
      const expected = removal.ends[stream] ?? (before.get(stream) as object);
      expect([stream, ledger.stateOf(stream)]).toMatchObject([stream, expected]);
    }
  });

  it.each(removals.filter(({ ends }) => 'account-a1' in ends))(
    'of $name ends a transfer that was reserved before',
    async ({ command }) => {
      const ledger = await everything();
      await ledger.decide(command);
      await ledger.decide(toBookTransfer(transfer));
      expect(ledger.eventsOf(transferEntry).at(-1)).toMatchObject({
        type: 'EntryRefused',
        data: { reason: 'debtor-account-closed' },
      });
    },
  );
});
