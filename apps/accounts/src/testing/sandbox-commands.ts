import type { SandboxCommands } from '@nordgate/contracts/commands';
import { entryByHand, transactionIdOf } from '@nordgate/contracts/rules';
import type { Command } from '@nordgate/decider';
import { anAccount } from './ledger-commands.js';
import { LedgerInMemory } from './ledger-in-memory.js';

const at = '2026-11-22T10:00:00.000Z';
const day = '2026-11-22';

/** The TPP that sends every command of this file. */
export const maker = 'PSDNO-FSA-1';

const account = 'account-a1';
const agreement = 'agreement-g1';
const padded = (nth: number) => String(nth).padStart(5, '0');
const entryOf = (nth: number) => entryByHand(padded(nth), 0);
const booked = {
  status: 'booked',
  posting: { amount: '-1.00', currency: 'NOK', details: {}, bookingDate: day, valueDate: day },
} as const;
const pending = {
  status: 'pending',
  posting: { amount: '-1.00', currency: 'NOK', details: {}, date: day },
} as const;
const existing = (nth: number) => ({
  transactionId: transactionIdOf({ account, entryId: entryOf(nth) }, 0),
  entryId: entryOf(nth),
  booked: booked.posting,
});
const engagement = (nth: number) => ({
  engagementId: `e${padded(nth)}`,
  customerId: `c${padded(nth)}`,
  accountId: 'a1',
  roles: ['VIEW'],
});
const newAccount = (nth: number) => ({
  ...{ accountId: `n${padded(nth)}`, ownerId: 'o1', currency: 'NOK', name: 'Konto' },
  ...{ kind: 'CACC', openingBalance: '0.00' },
});
const card = { name: 'Kort', creditLimit: '10.00' };

/** The stream and the data of the nth command of each type; the members of ByHand come on top. */
const commands: {
  readonly [Type in keyof SandboxCommands]: (
    nth: number,
  ) => readonly [stream: string, data?: object];
} = {
  RegisterSandboxCustomer: (nth) => [
    `customer-c${padded(nth)}`,
    { customerId: `c${padded(nth)}`, customerType: 'PRIVATE', name: 'Kari' },
  ],
  ChangeSandboxCustomer: (nth) => [`customer-c${padded(nth)}`, { name: 'Kari Ny' }],
  RemoveSandboxCustomer: (nth) => [`customer-c${padded(nth)}`],
  OpenSandboxAccount: (nth) => [`account-n${padded(nth)}`, newAccount(nth)],
  ChangeSandboxAccount: (nth) => [`account-n${padded(nth)}`, { name: 'Ny', kind: 'CACC' }],
  CloseSandboxAccount: (nth) => [`account-n${padded(nth)}`],
  AddSandboxTransactions: (nth) => [
    account,
    { transactions: [{ entryId: entryOf(nth), transaction: booked }] },
  ],
  AddSandboxTransaction: (nth) => [account, { entryId: entryOf(nth), transaction: pending }],
  ChangeSandboxTransaction: (nth) => [account, { ...existing(nth), transaction: booked }],
  RemoveSandboxTransaction: (nth) => [account, existing(nth)],
  OpenSandboxCardAccount: (nth) => [
    `card-account-k${padded(nth)}`,
    { cardAccountId: `k${padded(nth)}`, ownerId: 'o1', currency: 'NOK', ...card },
  ],
  ChangeSandboxCardAccount: (nth) => [`card-account-k${padded(nth)}`, card],
  CloseSandboxCardAccount: (nth) => [`card-account-k${padded(nth)}`],
  SignSandboxAgreement: (nth) => [
    `agreement-s${padded(nth)}`,
    { agreementId: `s${padded(nth)}`, ownerId: 'o1', name: 'Avtale', signers: 1 },
  ],
  ChangeSandboxAgreement: () => [agreement, { name: 'Ny avtale', signers: 2 }],
  EndSandboxAgreement: (nth) => [`agreement-s${padded(nth)}`],
  AddSandboxEngagement: (nth) => [agreement, engagement(nth)],
  ChangeSandboxEngagement: (nth) => [agreement, { ...engagement(nth), roles: ['APPROVE'] }],
  EndSandboxEngagement: (nth) => [agreement, { engagementId: `e${padded(nth)}` }],
  RefuseSandboxExecution: (nth) => [
    `refusal-p${padded(nth)}`,
    { paymentId: `p${padded(nth)}`, reason: 'refused-by-bank' },
  ],
};

/** The nth command of a type; each is another request with another content. */
export function sandboxCommand(
  type: keyof SandboxCommands,
  nth: number,
  change: object = {},
): Command {
  const [stream, data = {}] = commands[type](nth);
  const request = `${type}-${padded(nth)}`;
  const by = { request, content: request };
  const byHand = { generation: 0, by };
  const meta = { at, actor: maker };
  return { type, id: request, stream, data: { ...byHand, ...data, ...change }, meta };
}

const customer = (customerId: string, customerType: string) => ({
  type: 'CustomerRegistered',
  data: { customerId, customerNumber: customerId, customerType, name: customerId, at },
});

/** A sandbox with an organisation, its account and its agreement without engagements, and three persons. */
export function aSandbox(): LedgerInMemory {
  const signed = { agreementId: 'g1', ownerId: 'o1', name: 'Avtale', engagements: [], signers: 1 };
  return new LedgerInMemory()
    .happened('customer-o1', customer('o1', 'CORPORATE'))
    .happened('customer-p1', customer('p1', 'PRIVATE'))
    .happened('customer-p2', customer('p2', 'PRIVATE'))
    .happened('customer-p3', customer('p3', 'PRIVATE'))
    .happened(account, anAccount('a1', { ownerId: 'o1', openingBalance: '999999.00' }))
    .happened(agreement, { type: 'AgreementSigned', data: { ...signed, at } });
}
