import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BankProcess } from '@nordgate/demo/bank-process';
import { aDomesticPayment, demoTpp, eventually, jsonWith, singlePath } from '@nordgate/testing';
import type { MadePayment } from '@nordgate/testing';
import type { TppAnswer } from '@nordgate/tpp-client';
import { Chance } from '../chance.js';
import type { Stores } from '../checker/evidence/databases.js';
import type { Before } from '../checker/evidence/evidence.js';
import { streamsOfNow } from '../checker/evidence/gather.js';
import { markerOf } from '../checker/markers.js';
import { awaitRestOfStores, isAnythingDue } from '../checker/rest.js';
import { HistoryFile } from '../history/history-file.js';
import { acknowledgedUntil, readHistory } from '../history/history.js';
import type { History } from '../history/history.js';
import { runOnce } from '../load/batch-runs.js';
import { startLoad } from '../load/load.js';
import { meetPartiesOf } from '../load/parties.js';
import type { Parties } from '../load/parties.js';

interface Loaded {
  readonly bank: BankProcess;
  readonly stores: Stores;
  readonly dataDir: string;
  readonly writers: number;
  readonly seed: number;
}

/** A bank in one process with load on it, and a history that tells what the TPP knew at each moment. */
export class LoadedBank {
  private constructor(
    readonly parties: Parties,
    /** The streams from before the load. */
    readonly since: Before,
    private readonly file: string,
    private readonly chance: Chance,
    private readonly load: { stop(): Promise<void> },
    private readonly history: HistoryFile,
  ) {}

  /** Resets the sandbox and starts the load. */
  static async start({ bank, stores, dataDir, writers, seed }: Loaded): Promise<LoadedBank> {
    const { addresses } = bank;
    const chance = new Chance(seed);
    const parties = await meetPartiesOf(addresses.scaUrl, [await demoTpp(addresses, dataDir)]);
    const before = await streamsOfNow(stores);
    const file = join(dataDir, 'history.jsonl');
    const history = await HistoryFile.open(file);
    const load = startLoad({ parties, history, chance, writers });
    return new LoadedBank(parties, before, file, chance, load, history);
  }

  /** Asks for a payment, which the history knows. The same id asks again, which it does not. */
  async pay(request: string, isNew: boolean): Promise<TppAnswer> {
    const { from, to, tpps } = this.parties;
    const amount = '1.00';
    const body = aDomesticPayment({
      instructedAmount: { amount, currency: 'NOK' },
      debtorAccount: { bban: from, currency: 'NOK' },
      creditorAccount: { bban: to, currency: 'NOK' },
      endToEndIdentification: markerOf(request),
    });
    const wish = { for: 'payment', amount, path: singlePath } as const;
    if (isNew) await this.history.note({ is: 'asked', request, wish });
    const headers = { 'x-request-id': request };
    const answer = await tpps[0].call({ method: 'POST', path: singlePath, body, headers });
    const { paymentId: id, transactionStatus: status } = jsonWith<MadePayment>(answer, 201);
    if (isNew) await this.history.note({ is: 'acknowledged', request, id, status });
    return answer;
  }

  /** Resolves when this many more requests were acknowledged. */
  async acknowledges(more: number): Promise<void> {
    const count = async () => (await this.text()).split('"is":"acknowledged"').length;
    const before = await count();
    const isReached = async () => (await count()) >= before + more;
    await eventually(`${String(more)} more acknowledgements`, isReached, { everyMs: 50 });
  }

  /** The present moment: everything that is acknowledged by now lies before it. */
  async moment(): Promise<number> {
    return (await this.text()).length;
  }

  /** Ends the load, and closes the history. */
  async stop(): Promise<void> {
    await this.load.stop();
    await this.history.close();
  }

  /** Ends the load without closing the history, and executes everything that is due. */
  async finish(stores: Stores): Promise<void> {
    await this.load.stop();
    await this.executeDue(stores);
  }

  /** Executes everything that is due at a bank, at the same addresses. */
  async executeDue(stores: Stores): Promise<void> {
    const { parties, chance } = this;
    const history = { note: () => Promise.resolve() };
    await awaitRestOfStores(stores);
    while (await isAnythingDue(stores)) {
      await runOnce({ parties, history, chance });
      await awaitRestOfStores(stores);
    }
  }

  /** What the TPP knows, or knew at a moment. */
  async knownAt(moment?: number): Promise<History> {
    const text = await this.text();
    return readHistory(moment === undefined ? text : acknowledgedUntil(text, moment));
  }

  private text(): Promise<string> {
    return readFile(this.file, 'utf8');
  }
}
