import type { BankProfile } from '@nordgate/contracts/profile';
import { testApprovals } from '@nordgate/contracts/testing';
import type { ServiceDefinition } from '@nordgate/service';
import { readUntil } from '@nordgate/service/testing';
import type { ServiceOnABus } from '@nordgate/service/testing';
import type { AccountReport } from '@nordgate/contracts/core';
import { batchAppWith } from '../batch.module.js';
import { toInstruct } from './execution-commands.js';
import { meta } from './run-commands.js';

const profile: BankProfile = {
  environment: 'production',
  products: [],
  dates: { structuredAddressesFrom: '2026-11-15' },
};

/** The batch service of a bank whose core moves the money. */
export const batchWithCore: ServiceDefinition = batchAppWith(profile, testApprovals);

/** An account of the core: the debtor of the sample transfer. */
export const debtor: AccountReport = {
  ...{
    accountId: '2c1f7a52-5f3a-4f0e-9b46-0d3c5a7e1b01',
    ownerId: 'bedrift-1',
    bban: '99991200017',
    currency: 'NOK',
  },
  ...{ name: 'Driftskonto', kind: 'CACC', openingBalance: '10000.00' },
};

/** An account of the core: the creditor of the sample transfer. */
export const creditor: AccountReport = {
  ...debtor,
  ...{
    accountId: '2c1f7a52-5f3a-4f0e-9b46-0d3c5a7e1b02',
    ownerId: 'bedrift-2',
    bban: '99996000016',
  },
};

/** The payment with this number, in hexadecimal. */
function paymentOf(number: number): string {
  return number.toString(16).padStart(32, '0');
}

/** The transfer with this number. */
export function transferOf(number: number): string {
  return `${paymentOf(number)}_whole`;
}

/** The command that instructs the core to make the transfer with this number. */
export function instruct(number: number, executor: 'core' | 'ledger' = 'core') {
  const [paymentId, executionId] = [paymentOf(number), transferOf(number)];
  return toInstruct({ paymentId, executionId, executor });
}

/** The command that asks the core again. */
export function remind(number: number, reminder: number) {
  const stream = `execution-${transferOf(number)}`;
  const id = `${stream}/reminder-${String(reminder)}`;
  return { type: 'RemindExecutor', id, stream, data: { reminder }, meta };
}

/** The types of the events of a transfer, once they are as many as this. */
export async function historyOf(
  batch: Pick<ServiceOnABus<never>, 'eventsOf'>,
  number: number,
  count: number,
): Promise<readonly string[]> {
  const events = await readUntil(
    () => batch.eventsOf(`execution-${transferOf(number)}`),
    (found) => found.length >= count,
  );
  return events.map(({ type }) => type);
}
