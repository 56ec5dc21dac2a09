import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  makeApproved,
  meetPsu,
  psuBrowser,
  runBatchUntil,
  setUpSandbox,
  singlePath,
  statusOf,
  uncheckedTpp,
} from '@nordgate/testing';
import type { Parties, World } from '@nordgate/testing';
import { CountingBank, medianOf } from './counting-bank.js';
import type { WorkCounts } from './counting-bank.js';

const payments = 5;
const small = { instructedAmount: { amount: '1.00', currency: 'NOK' } };

/** What writes events and rows. Reads depend on when readers are woken. */
const writes =
  /^statement (es\.append|rows:(order-book|run-item)|insert into public\."(run|transaction))/;

/** One payment in a run, so that nothing is shared. In a run of many a statement writes for up to a hundred. */
describe('what the execution of one payment writes in a bank in one process', () => {
  let dataDir: string;
  let bank: CountingBank;
  let world: World;
  let parties: Parties;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'nordgate-counts-'));
    bank = await CountingBank.start(dataDir);
    const { addresses } = bank;
    const narrator = { part: () => undefined, step: () => undefined };
    const tpp = await uncheckedTpp(addresses, dataDir);
    world = { tpp, newBrowser: () => psuBrowser(addresses), narrator };
    const [debtor, creditor] = await setUpSandbox(world);
    if (debtor === undefined || creditor === undefined) throw new Error('there are no customers');
    parties = { debtor, creditor };
    await meetPsu(world, debtor);
    await executed();
  });
  afterAll(async () => {
    await bank.stop();
    await rm(dataDir, { recursive: true });
  });

  /** Counts from the request for the run on. */
  async function executed(): Promise<WorkCounts> {
    const { paymentId } = await makeApproved(world, parties, small);
    return bank.countOf(async () => {
      await runBatchUntil(world, async () => {
        return (await statusOf(world, singlePath, paymentId)) === 'ACSC';
      });
    });
  }

  it('is one append for each of its five decisions and for each step of the run', async () => {
    const all: WorkCounts[] = [];
    for (let made = 0; made < payments; made += 1) all.push(await executed());
    const written = Object.entries(medianOf(all)).filter(([name]) => writes.test(name));
    expect(Object.fromEntries(written)).toEqual({
      // Opened, started, picked, ended, completed and closed; claim, booking, outcome and ACSC.
      'statement es.append_slice': 10,
      // The instruction creates its stream.
      'statement es.append_unasked': 1,
      'statement insert into public."run_outcome"': 1,
      'statement insert into public."run_transfer"': 1,
      'statement insert into public."transaction_place"': 1,
      'statement rows:order-book': 1,
      'statement rows:run-item': 1,
    });
  });
});
