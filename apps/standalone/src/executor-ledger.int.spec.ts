import { sandboxAccountsApp } from '@nordgate/accounts/accounts.sandbox';
import { batchAppWith } from '@nordgate/batch/batch.module';
import { describeExecutor } from '@nordgate/batch/testing';
import type { ExecutorUnderTest, ReportedOutcome } from '@nordgate/batch/testing';
import type { EntryEvent } from '@nordgate/contracts/events';
import { defaultProfile } from '@nordgate/contracts/profile';
import { testApprovals } from '@nordgate/contracts/testing';
import { streams } from '@nordgate/contracts/rules';
import { BusClient, CommandClient } from '@nordgate/messaging';
import { appendForeign } from '@nordgate/service/testing';
import { TwoServices } from './testing/batch-and-accounts.js';

const apps = {
  batch: batchAppWith(defaultProfile('sandbox'), testApprovals),
  accounts: sandboxAccountsApp,
};
const at = '2030-03-01T12:30:00.000Z';

/** Begins the world of a TPP with the known state. */
async function reset(two: TwoServices): Promise<void> {
  const client = new CommandClient(new BusClient(two.bus, '/test'));
  const stream = streams.sandbox.id('test');
  const tpp = 'PSDNO-FSA-999900001';
  const meta = { at, actor: tpp };
  const command = { type: 'InitialiseWorld', id: 'reset', stream, data: { tpp }, meta };
  const options = { readView: () => Promise.resolve(undefined), deadlineMs: 60_000 };
  const result = await client.ask('accounts.commands.v1', command, options);
  if (result.is !== 'decided') throw new Error(JSON.stringify(result));
}

/** The event with which the ledger reports an outcome. */
function reportOf(entryId: string, outcome: ReportedOutcome): EntryEvent {
  switch (outcome.is) {
    case 'started':
      return { type: 'EntryReserved', data: { entryId, postings: [], content: '', at } };
    case 'declined':
      return { type: 'EntryRefused', data: { entryId, reason: outcome.reason, at } };
    case 'debited':
      return {
        type: 'EntryBooked',
        data: { entryId, lines: [], content: '', isUnconfirmed: true, at },
      };
    case 'settled':
      return { type: 'EntryBooked', data: { entryId, lines: [], content: '', at } };
  }
}

/** The ledger of a sandbox in its known state. */
async function ledger(): Promise<ExecutorUnderTest> {
  const two = await TwoServices.start(apps);
  await reset(two);
  // Above every version that the ledger itself gives to an entry.
  let version = 1000;
  return {
    generation: 1,
    stepsAtOnce: ['TransferSettled'],
    accounts: {
      ...{ funded: '99996000016', own: '99991200017' },
      ...{ closed: '99990000014', outside: '15030088880' },
    },
    claim: (paymentId, event) => two.claim(paymentId, event),
    report: (executionId, outcome) => {
      version += 1;
      const event = reportOf(executionId, outcome);
      return appendForeign(
        two.databases.accounts,
        ...([streams.entry.id(executionId), version, event] as const),
      );
    },
    eventsOf: (stream) => two.eventsOf(stream),
    balanceOf: (bban) => two.balanceOf(bban),
    bookingsOn: (bban, executionId) => two.bookingsOn(bban, executionId),
    parked: () => two.parked(),
    redeliverAll: () => two.redeliverAll(),
    stopExecutor: () => two.stop('accounts'),
    startExecutor: () => two.start('accounts'),
    stopBatch: () => two.stop('batch'),
    startBatch: () => two.start('batch'),
    stop: () => two.close(),
  };
}

describeExecutor('the ledger of the sandbox', ledger);
