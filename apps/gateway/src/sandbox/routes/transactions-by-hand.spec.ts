import { defaultProfile } from '@nordgate/contracts/profile';
import { GetSandboxTransaction } from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/caller.js';
import type { Edge } from '../../access/edge.service.js';
import { TransactionsByHand } from './transactions-by-hand.js';

const id = '0123abcd-0123-4abc-8abc-0123456789ab';
const path = { id, transactionId: 'a'.repeat(32) };
const caller = {
  ...{ tpp: 'PSDNO-FSA-900000001', requestId: 'r-1', generation: 0, language: 'en' },
  ...{ psu: {}, fixes: new Set<string>(), warnings: [] },
} as unknown as Caller;
const reply = { header: () => reply } as unknown as FastifyReply;
const view = {
  ...{ transactionId: path.transactionId, status: 'pending', sequence: '1', entryId: 'e' },
  ...{ amount: '-5.00', currency: 'NOK', day: '2026-11-02', valueDate: '2026-11-02' },
  details: {},
  isEnded: false,
};
const bodies = {
  account: { transactionAmount: { currency: 'NOK', amount: '-5.00' }, status: 'pending' },
  cardAccount: {
    cardTransactionId: '',
    transactionAmount: { currency: 'NOK', amount: '-5.00' },
    status: 'pending',
  },
} as const;
type Kind = keyof typeof bodies;

/** The steps of a request: the commands that it sends, and the queries of an account's transactions. */
function recorded() {
  const steps: string[] = [];
  const edge = {
    now: () => new Date(),
    settings: { profile: defaultProfile('sandbox') },
    tell: (_topic: string, _caller: Caller, { type }: { readonly type: string }) => {
      steps.push(type);
      return Promise.resolve({ is: 'decided', receipt: {} });
    },
    queries: {
      ask: (query: unknown) => {
        if (query instanceof GetSandboxTransaction) steps.push(`query of ${query.account}`);
        return Promise.resolve(view);
      },
    },
  };
  return { steps, transactions: new TransactionsByHand(edge as unknown as Edge) };
}

const kinds: readonly Kind[] = ['account', 'cardAccount'];
const writes = {
  create: (by: TransactionsByHand, of: Kind) =>
    by.create(of, id, Buffer.from(JSON.stringify(bodies[of])), { caller, reply }),
  change: (by: TransactionsByHand, of: Kind) =>
    by.change(of, path, Buffer.from(JSON.stringify(bodies[of])), { caller, reply }),
  remove: (by: TransactionsByHand, of: Kind) => by.remove(of, path, caller),
} as const;

describe.each(kinds)('the answer to a write of a transaction by hand, of %s', (of) => {
  it.each(Object.entries(writes))(
    'waits until the list of the account shows what was decided: %s',
    async (_name, write) => {
      const { steps, transactions } = recorded();
      await write(transactions, of);
      const decided = steps.findIndex(
        (step) => step.endsWith('SandboxTransaction') || step.endsWith('SandboxTransactions'),
      );
      expect(decided).toBeGreaterThanOrEqual(0);
      expect(steps.slice(decided + 1)).toContain(`query of ${streams[of].id(id)}`);
    },
  );
});
