import { randomUUID } from 'node:crypto';
import { accountsAppWith } from '@nordgate/accounts/accounts.module';
import { batchAppWith } from '@nordgate/batch/batch.module';
import { describeExecutor } from '@nordgate/batch/testing';
import type { ExecutorUnderTest } from '@nordgate/batch/testing';
import type { AccountReport } from '@nordgate/contracts/core';
import { defaultProfile } from '@nordgate/contracts/profile';
import { testApprovals } from '@nordgate/contracts/testing';
import { streams } from '@nordgate/contracts/rules';
import { FakeCore } from '@nordgate/local/fake-core';
import { coreMessage } from '@nordgate/messaging';
import { TwoServices } from './testing/batch-and-accounts.js';

const apps = {
  batch: batchAppWith(defaultProfile('production'), testApprovals),
  accounts: accountsAppWith('core'),
};
const numbers = { funded: '99996000016', own: '99991200017' };
const time = '2030-03-01T12:30:00.000Z';

/** An account of the core with enough money. */
function anAccount(bban: string): AccountReport {
  const accountId = randomUUID();
  return {
    ...{ accountId, ownerId: 'bedrift', bban, currency: 'NOK', name: 'Driftskonto' },
    ...{ kind: 'CACC', openingBalance: '100000.00' },
  };
}

/** A fake core, whose accounts are those of the bank. */
async function core(): Promise<ExecutorUnderTest> {
  const two = await TwoServices.start(apps);
  const fake = new FakeCore({ bus: two.bus, approvalKeys: testApprovals.keys });
  for (const bban of Object.values(numbers)) await fake.reportAccount(anAccount(bban));
  await fake.start();
  let sequence = 0;
  return {
    generation: 0,
    stepsAtOnce: ['TransferStarted', 'TransferSettled'],
    accounts: { ...numbers, closed: '99990000014', outside: '15030088880' },
    claim: (paymentId, event) => two.claim(paymentId, event),
    report: (executionId, outcome) => {
      sequence += 1;
      const subject = streams.execution.id(executionId);
      const head = { id: `by-hand-${String(sequence)}`, type: 'TransferReported', source: '/test' };
      const data = { executionId, outcome };
      const message = coreMessage({ ...head, subject, sequence, time, data });
      return two.bus.publish('core.outcomes.v1', [message]);
    },
    eventsOf: (stream) => two.eventsOf(stream),
    balanceOf: (bban) => two.balanceOf(bban),
    bookingsOn: (bban, executionId) => two.bookingsOn(bban, executionId),
    parked: () => two.parked(),
    redeliverAll: () => two.redeliverAll(),
    stopExecutor: () => fake.stop(),
    startExecutor: () => fake.start(),
    stopBatch: () => two.stop('batch'),
    startBatch: () => two.start('batch'),
    stop: async () => {
      await fake.stop();
      await two.close();
    },
  };
}

describeExecutor("the bank's core", core);
