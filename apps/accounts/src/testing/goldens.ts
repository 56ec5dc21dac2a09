import { join } from 'node:path';
import { fold, isRefusal } from '@nordgate/decider';
import type { Command, DomainEvent, StreamType } from '@nordgate/decider';
import type { GoldenSet, Written } from '@nordgate/decider/testing';
import { accountStream } from '../domain/account.js';
import { agreementStream } from '../domain/agreement.js';
import { cardAccountStream } from '../domain/card-account.js';
import { clearingStream } from '../domain/clearing.js';
import { customerStream } from '../domain/customer.js';
import { entryStream } from '../domain/entry.js';
import { refusalStream } from '../domain/planned-refusal.js';
import { quotaStream } from '../domain/quota.js';
import { tppContactStream } from '../tpps/tpp-contact.js';
import { maintenanceStream } from '../maintenance/maintenance.js';
import { endMaintenance, planMaintenance } from '../maintenance/plan-maintenance.js';
import { tppStopStream } from '../tpps/tpp-stop.js';
import { registerTppContact, removeTppContact } from '../tpps/register-tpp-contact.js';
import { releaseTpp, stopTpp } from '../tpps/stop-tpp.js';
import {
  aPayment,
  aPurchase,
  cardOpened,
  opened,
  pending,
  toBookReserved,
  toRelease,
  toReserve,
} from './ledger-commands.js';
import { LedgerInMemory } from './ledger-in-memory.js';
import { aSandbox, sandboxCommand } from './sandbox-commands.js';
import {
  aTransfer,
  toBookTransfer,
  toConfirmTransfer,
  toReserveTransfer,
} from './transfer-commands.js';

const first = { at: '2026-11-20T10:00:00.000Z', actor: 'PSDNO-FSA-1' };
const later = { ...first, at: '2026-11-21T08:30:00.000Z' };
const facts = { holderOf: () => undefined };

/** The events of one stream that decisions cause one after the other. */
function history<State, Event extends DomainEvent>(
  type: StreamType<State, Event>,
  ...decisions: readonly ((state: State) => unknown)[]
): readonly Written[] {
  const written: { readonly event: Event; readonly after: readonly Event[] }[] = [];
  for (const decide of decisions) {
    const after = written.map(({ event }) => event);
    for (const event of decide(fold(type, after)) as readonly Event[])
      written.push({ event, after });
  }
  return written;
}

function withoutAt<Data extends { readonly at: string }>({
  at: _at,
  ...data
}: Data): Omit<Data, 'at'> {
  return data;
}

function openings(): readonly Written[] {
  const [{ at }, { at: closedAt }] = [first, later];
  const customer = {
    customerId: 'e9407f10-a233-5ffb-858e-ba990014447a',
    customerNumber: '14837530114',
    customerType: 'PRIVATE',
    name: 'Sandbox Person Én',
  } as const;
  const account = { ...withoutAt(opened.data), kind: 'CACC' } as const;
  const card = withoutAt(cardOpened.data);
  return [
    ...history(
      customerStream,
      () => [{ type: 'CustomerRegistered', data: { ...customer, at } }],
      () => [{ type: 'CustomerRemoved', data: { at: closedAt } }],
    ),
    ...history(
      accountStream,
      () => [{ type: 'AccountOpened', data: { ...account, generation: 1, at } }],
      () => [{ type: 'AccountClosed', data: { at: closedAt } }],
    ),
    ...history(
      cardAccountStream,
      () => [{ type: 'CardAccountOpened', data: { ...card, at } }],
      () => [{ type: 'CardAccountClosed', data: { at: closedAt } }],
    ),
  ];
}

function withoutOpening<Data extends { readonly openingBalance?: string }>({
  openingBalance: _openingBalance,
  ...data
}: Data): Omit<Data, 'openingBalance'> {
  return data;
}

/** What an account has that was booked and reserved on. */
const standing = {
  balance: '100.00',
  sequence: 3,
  lastBooking: { entryId: 'core-a-e1', place: 0, at: first.at },
  newest: { entryId: 'core-a-e1', place: 0, day: '2026-11-20', onDay: '-25.00' },
  reservations: { 'core-a-e2': { amount: '10.00', sequence: 3, others: [] } },
  coreSequence: 7,
} as const;

function carriedForward(): readonly Written[] {
  const account = withoutOpening(opened.data);
  const carried = { ...standing, heldFrom: '2025-11-21', at: later.at };
  return [
    ...history(accountStream, () => [
      { type: 'AccountCarriedForward', data: { ...account, kind: 'CACC', ...carried } },
    ]),
    ...history(cardAccountStream, () => [
      { type: 'CardAccountCarriedForward', data: { ...cardOpened.data, ...carried } },
    ]),
  ];
}

function tppStops(): readonly Written[] {
  const tppId = 'PSDNO-FSA-123456789';
  const to = { id: 'any', stream: `tpp-stop-${tppId}` };
  const data = { tppId, until: '2027-01-31', reason: 'too many requests' };
  const stop = { ...to, type: 'StopTpp', data, meta: first } as const;
  const release = { ...to, type: 'ReleaseTpp', data: {}, meta: later } as const;
  return history(
    tppStopStream,
    (state) => stopTpp(stop, state, facts),
    (state) => releaseTpp(release, state, facts),
  );
}

function maintenance(): readonly Written[] {
  const to = { id: 'any', stream: 'maintenance-bank' } as const;
  const [from, until] = ['2026-11-28T01:00:00.000Z', '2026-11-28T03:00:00.000Z'];
  const data = { from, until, readsGoOn: true };
  const plan = { ...to, type: 'PlanMaintenance', data, meta: first } as const;
  const end = { ...to, type: 'EndMaintenance', data: { from }, meta: later } as const;
  return history(
    maintenanceStream,
    (state) => planMaintenance(plan, state, facts),
    (state) => endMaintenance(end, state, facts),
  );
}

function tppContacts(): readonly Written[] {
  const tppId = 'PSDNO-FSA-123456789';
  const to = { id: 'any', stream: `tpp-contact-${tppId}` };
  const data = { tppId, email: 'psd2-operations@tpp.example', by: '0123456789abcdef' };
  const register = { ...to, type: 'RegisterTppContact', data, meta: first } as const;
  const remove = { ...to, type: 'RemoveTppContact', data: {}, meta: later } as const;
  return history(
    tppContactStream,
    (state) => registerTppContact(register, state, facts),
    (state) => removeTppContact(remove, state, facts),
  );
}

/** An account and a card account with other names. */
async function changes(): Promise<readonly Written[]> {
  const account = `account-${opened.data.accountId}`;
  const card = `card-account-${cardOpened.data.cardAccountId}`;
  const by = { request: '0123456789abcdef', content: 'fingerprint' };
  const data = { sandbox: 'default', generation: 0, by, ownerId: opened.data.ownerId };
  const change = { id: 'any', meta: later } as const;
  const ledger = new LedgerInMemory().happened(account, opened).happened(card, cardOpened);
  return [
    ...(await accepted(ledger, {
      ...change,
      stream: account,
      type: 'ChangeSandboxAccount',
      data: { ...data, name: 'Feriekonto', kind: 'SVGS' },
    })),
    ...(await accepted(ledger, {
      ...change,
      stream: card,
      type: 'ChangeSandboxCardAccount',
      data: { ...data, name: 'Reisekort', creditLimit: '50000.00' },
    })),
  ];
}

/** What a TPP makes, changes and ends by hand with an agreement, and the quota in which the agreement counts. */
async function agreements(): Promise<readonly Written[]> {
  const ledger = aSandbox();
  await ledger.decide(sandboxCommand('RegisterSandboxCustomer', 1));
  const { stream } = sandboxCommand('SignSandboxAgreement', 1);
  const written: Written[] = [];
  const types = [
    ...(['SignSandboxAgreement', 'ChangeSandboxAgreement', 'AddSandboxEngagement'] as const),
    ...(['ChangeSandboxEngagement', 'EndSandboxEngagement', 'EndSandboxAgreement'] as const),
  ];
  for (const type of types) {
    written.push(...(await accepted(ledger, { ...sandboxCommand(type, 1), stream })));
  }
  return written;
}

/** The events of a command. Throws when it is refused. */
async function accepted(ledger: LedgerInMemory, command: Command): Promise<readonly Written[]> {
  const events = await ledger.decide(command);
  if (isRefusal(events)) throw new Error(`the sample of ${command.type} is refused`);
  return events;
}

/** A payment and a purchase by card, each booked in one ledger and released in another. */
async function entries(): Promise<readonly Written[]> {
  const account = `account-${opened.data.accountId}`;
  const card = `card-account-${cardOpened.data.cardAccountId}`;
  const payment = toReserve('payment-1.1', pending(account, '-250.00', aPayment));
  const purchase = toReserve('purchase-1.1', pending(card, '-235.00', aPurchase));
  const ends = [
    [toBookReserved('payment-1.1', account), toBookReserved('purchase-1.1', card)],
    [toRelease('payment-1.1', account), toRelease('purchase-1.1', card)],
  ];
  const written: Written[] = [];
  for (const end of ends) {
    const ledger = new LedgerInMemory().happened(account, opened).happened(card, cardOpened);
    for (const command of [payment, purchase, ...end] as readonly Command[]) {
      written.push(...(await accepted(ledger, command)));
    }
  }
  return written;
}

/**
 * A transfer that the ledger refuses, and the confirmation of a late one. The goldens before that one are
 * from before transfers could be late.
 */
async function transfers(): Promise<readonly Written[]> {
  const ledger = () => new LedgerInMemory().happened(`account-${opened.data.accountId}`, opened);
  const late = aTransfer({ to: '99970000034' });
  const inTime = ledger();
  for (const command of [toReserveTransfer(late), toBookTransfer(late)] as readonly Command[]) {
    await accepted(inTime, command);
  }
  const confirmed = await accepted(inTime, toConfirmTransfer(late));
  const before = (await entries()).filter(
    ({ event: { type, data }, after }) =>
      (data as { readonly entryId: string }).entryId === 'payment-1.1' &&
      (type === 'EntryBooked' || (type === 'EntryReserved' && after.length === 0)),
  );
  const after = before.map(({ event }) => event).slice(0, 2);
  return [
    ...confirmed.map(({ event }) => ({ event, after })),
    ...(await accepted(ledger(), toReserveTransfer(aTransfer({ to: '99970000018' })))),
  ];
}

/** An occurrence whose refusal was planned. */
async function refusals(): Promise<readonly Written[]> {
  const ledger = aSandbox();
  const transfer = aTransfer({ paymentId: 'p00001' }, { occurrence: '2026-11-20' });
  const planned = await accepted(ledger, sandboxCommand('RefuseSandboxExecution', 1));
  const used = await accepted(ledger, toReserveTransfer(transfer));
  return [...planned, ...used.filter(({ event }) => event.type === 'RefusalUsed')];
}

/** The golden files of accounts; `npm run describe` writes missing ones. */
export const goldens: GoldenSet = {
  folder: join(import.meta.dirname, '../../src/testing/golden'),
  streams: [
    tppStopStream,
    maintenanceStream,
    tppContactStream,
    accountStream,
    customerStream,
    cardAccountStream,
    entryStream,
    clearingStream,
    agreementStream,
    quotaStream,
    refusalStream,
  ],
  written: [
    ...tppStops(),
    ...maintenance(),
    ...tppContacts(),
    ...openings(),
    ...carriedForward(),
    ...(await changes()),
    ...(await agreements()),
    ...(await entries()),
    ...(await transfers()),
    ...(await refusals()),
  ],
  readOnly: ['ClearingBooked'],
  addedLater: {
    AccountOpened: ['kind', 'generation'],
    PostingsBooked: ['balance'],
    CardPostingsBooked: ['balance'],
  },
};
