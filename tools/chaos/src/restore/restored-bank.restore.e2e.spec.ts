import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BankProcess } from '@nordgate/demo/bank-process';
import type { EmbeddedServer } from '@nordgate/local/postgres';
import {
  approveAt,
  initiate,
  orderBetween,
  runBatchUntil,
  singlePath,
  statusOf,
} from '@nordgate/testing';
import type { MadePayment } from '@nordgate/testing';
import { brokenLaws } from '../checker/law.js';
import type { Verdict } from '../checker/law.js';
import { worldOf } from '../load/parties.js';
import { describeVerdict } from '../report.js';
import { rebaseDatabases, startBankOn } from './bank-on-server.js';
import { LostBank } from './lost-bank.js';

const evenUnapproved = { 'x-accept-fix': 'payment-status-before-approval' };

let lost: LostBank;

beforeAll(async () => {
  lost = await LostBank.prepare();
});
afterAll(() => lost.remove());

/** Runs the bank on a server with the keys of before, at the addresses of before. */
async function running<Result>(
  server: EmbeddedServer,
  act: (bank: BankProcess) => Promise<Result>,
): Promise<Result> {
  const { dataDir, addresses: before } = lost;
  const bank = await startBankOn(server, { dataDir, before });
  try {
    return await act(bank);
  } finally {
    await bank.stop();
  }
}

/** Each broken law with the whole verdict, so that a failure tells everything. */
const brokenIn = (verdict: Verdict) =>
  brokenLaws(verdict).map((law) => `${law}\n${describeVerdict(verdict)}`);

/** A verdict without what a restore leaves as it is. */
const withoutExpected = (verdict: Verdict, expected: RegExp): Verdict =>
  verdict.map((one) => ({
    ...one,
    violations: one.violations.filter((violation) => !expected.test(violation)),
  }));

/** Shows a verdict that is not whole, for the page that describes it. */
function tell(of: string, verdict: Verdict): void {
  process.stdout.write(`${of}\n${describeVerdict(verdict)}\n`);
}

const answersOf = ({ status, json }: { readonly status: number; readonly json: unknown }) => ({
  status,
  json,
});

/** Repeats give their first answers. */
async function paysAsBefore(): Promise<void> {
  const { loaded, known } = lost;
  for (const { request, answer } of known) {
    expect(answersOf(await loaded.pay(request, false))).toEqual(answersOf(answer));
  }
}

/** A new payment is made, approved and executed. */
async function executes(): Promise<void> {
  const { tpps, psu, creditor, scaUrl } = lost.loaded.parties;
  const world = worldOf(scaUrl, tpps[0]);
  const order = orderBetween({ debtor: psu, creditor });
  const { paymentId, scaHref } = await initiate(world, singlePath, order);
  await approveAt(world, scaHref, psu);
  const isExecuted = async () => (await statusOf(world, singlePath, paymentId)) === 'ACSC';
  await runBatchUntil(world, isExecuted);
}

describe('a bank restored from dumps that were made at rest', () => {
  let server: EmbeddedServer;
  beforeAll(async () => {
    server = await lost.onNewServer('at-rest');
  });
  afterAll(() => server.stop());

  it('does not start on the younger server, and says which command repairs it', async () => {
    await expect(running(server, () => Promise.resolve())).rejects.toThrow(
      /restored into a younger cluster\. Run `npm run operator -- restore rebase`/,
    );
  });

  it('has everything that was acknowledged after the repair, and goes on', async () => {
    for (const said of await rebaseDatabases(server, 'replay')) {
      expect(said).toMatch(/will replay at the next start$/);
    }
    await running(server, async () => {
      expect(brokenIn(await lost.judge(server, 'at-rest'))).toEqual([]);
      await paysAsBefore();
      await executes();
    });
  });

  it('without its key of ids knows no id of before, and repeats no payment', async () => {
    const { dataDir, loaded, known } = lost;
    const [kept, keys] = [join(dataDir, 'kept.json'), join(dataDir, 'secrets.json')];
    const [tpp] = loaded.parties.tpps;
    await rename(keys, kept);
    try {
      await running(server, async () => {
        for (const { request, answer } of known) {
          const { paymentId: old } = answer.json as MadePayment;
          const { paymentId } = (await loaded.pay(request, false)).json as MadePayment;
          expect(paymentId).not.toBe(old);
          const statuses = [old, paymentId].map(async (id) => {
            const path = `${singlePath}/${id}/status`;
            return (await tpp.call({ method: 'GET', path, headers: evenUnapproved })).status;
          });
          expect(await Promise.all(statuses)).toEqual([404, 200]);
        }
      });
    } finally {
      await rm(keys, { force: true });
      await rename(kept, keys);
    }
  });
});

describe('a bank restored from a copy of its server and the archive of its WAL', () => {
  it('starts without a repair with everything acknowledged before the moment, and goes on', async () => {
    const server = await lost.atMoment();
    try {
      await running(server, async () => {
        expect(brokenIn(await lost.judge(server, 'archive'))).toEqual([]);
        await paysAsBefore();
        await executes();
      });
    } finally {
      await server.stop();
    }
  });
});

/** What holds for any dumps; what they do not hold together, another test cannot promise. */
const always: readonly string[] = [
  'acknowledged: in the store exactly once',
  'stored: on the topic, in order',
  'nothing parked',
  'acknowledged: visible by GET',
  'versions without gap or repeat',
  'sums of amounts agree',
  'only 503 where nothing is promised',
  'views equal their rebuild',
  'no money appears or vanishes',
];
/** Baskets that were dumped after payments may know outcomes of members that payments has lost. */
const asReplayed = [
  'the register equals the payments',
  'basket = worst case of its members',
  'the order book equals the payments',
];
const nothing = /(?!)/;
/** sca was dumped before payments: batch does not instruct a payment whose approval is lost with the last events of sca. */
const unproven =
  /^batch has parked a message of \S+ for batch\.execute-claim: UntrustedEventError: .* has no seal /;
const twice = /(instructed|settled|declined|booked|acsc|refused) [2-9]|(claimed|moved) by \S+, /;

describe('a bank restored from dumps that were made one after the other under load', () => {
  it.each([
    ['first', 'payments-first', always, nothing],
    ['last', 'payments-last', [...always, ...asReplayed], unproven],
  ] as const)(
    'with the payments %s keeps what was acknowledged before, and executes no payment twice',
    async (_position, dumps, promised, expected) => {
      const server = await lost.onNewServer(dumps);
      try {
        await rebaseDatabases(server, 'replay');
        await running(server, async () => {
          const verdict = await lost.judge(server, dumps);
          tell(`dumps under load, ${dumps}`, verdict);
          const judged = withoutExpected(verdict, expected);
          expect(brokenIn(judged.filter(({ promise }) => promised.includes(promise)))).toEqual([]);
          const executions = verdict.find(({ id }) => id === 'L10')?.violations ?? [];
          expect(executions.filter((violation) => twice.test(violation))).toEqual([]);
          await paysAsBefore();
          if (dumps === 'payments-last') await executes();
        });
      } finally {
        await server.stop();
      }
    },
  );
});
