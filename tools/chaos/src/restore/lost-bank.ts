import { randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BankAddresses } from '@nordgate/testing';
import type { EmbeddedServer } from '@nordgate/local/postgres';
import type { TppAnswer } from '@nordgate/tpp-client';
import type { Service } from '../checker/evidence/evidence.js';
import type { Verdict } from '../checker/law.js';
import {
  createDatabases,
  dumpDatabases,
  judgeBank,
  restoreDatabases,
  startBankOn,
  storesOn,
} from './bank-on-server.js';
import { LoadedBank } from './loaded-bank.js';
import {
  age,
  archiveAll,
  archivingIn,
  backUp,
  recoverUntil,
  startDebianServer,
  timeOf,
} from './server-with-archive.js';

const writers = 3;
const seed = 21;
/** The acknowledgements between two dumps under load. */
const between = 6;
const repeated = 3;

/** What was dumped while requests came in: one database after the other. */
const orders = {
  'payments-first': ['payments', 'baskets', 'batch', 'accounts', 'sca'],
  'payments-last': ['sca', 'accounts', 'batch', 'baskets', 'payments'],
} as const satisfies Readonly<Record<string, readonly Service[]>>;

type Order = keyof typeof orders;
type Backup = Order | 'at-rest' | 'archive';

/** A request, to be repeated, and its first answer. */
interface Known {
  readonly request: string;
  readonly answer: TppAnswer;
}

/**
 * A bank in one process whose server is lost, and its backups: dumps under load, dumps at rest, and a copy of
 * the server with an archive of its WAL.
 */
export class LostBank {
  readonly known: Known[] = [];
  /** What the TPP knew when a backup began; the archive leads to a moment. */
  private readonly moments = new Map<Backup, number>();
  private recoveryTime = '';

  private constructor(
    private readonly scratch: string,
    readonly dataDir: string,
    readonly addresses: BankAddresses,
    readonly loaded: LoadedBank,
  ) {}

  /** Runs the bank under load, makes the backups, and loses the server with its folder. */
  static async prepare(): Promise<LostBank> {
    const scratch = await mkdtemp(join(tmpdir(), 'nordgate-restore-'));
    await chmod(scratch, 0o755);
    const [folder, dataDir] = [join(scratch, 'lost'), join(scratch, 'bank')];
    const lost = await startDebianServer(folder, await archivingIn(join(scratch, 'wal')));
    const { server } = lost;
    await createDatabases(server);
    await age(lost);
    const bank = await startBankOn(server, { dataDir });
    const stores = storesOn(server);
    const loaded = await LoadedBank.start({ bank, stores, dataDir, writers, seed });
    try {
      const made = new LostBank(scratch, dataDir, bank.addresses, loaded);
      await loaded.acknowledges(between);
      await backUp(lost, made.folderOf('archive'));
      for (let i = 0; i < repeated; i += 1) await made.pay();
      await made.dumpUnderLoad(server, 'payments-first');
      made.moments.set('archive', await loaded.moment());
      made.recoveryTime = await timeOf(lost);
      await made.dumpUnderLoad(server, 'payments-last');
      await loaded.finish(stores);
      await mkdir(made.folderOf('at-rest'));
      await dumpDatabases(server, made.folderOf('at-rest'));
      await archiveAll(lost);
      return made;
    } finally {
      await loaded.stop();
      await server.kill9();
      await rm(folder, { recursive: true });
      await bank.stop();
    }
  }

  /** A new server with the databases of the dumps. */
  async onNewServer(dumps: Exclude<Backup, 'archive'>): Promise<EmbeddedServer> {
    const { server } = await startDebianServer(join(this.scratch, `server-${dumps}`));
    await restoreDatabases(server, this.folderOf(dumps));
    return server;
  }

  /** The copy of the server, at the moment to which the archive leads. */
  async atMoment(): Promise<EmbeddedServer> {
    const archive = join(this.scratch, 'wal');
    const { server } = await recoverUntil(this.folderOf('archive'), archive, this.recoveryTime);
    return server;
  }

  /**
   * Judges the bank on a server by what was acknowledged before the backup, when it is at rest and, unless the
   * dumps leave a run without an end, everything due is executed.
   */
  async judge(server: EmbeddedServer, backup: Backup): Promise<Verdict> {
    if (backup !== 'payments-first') await this.loaded.executeDue(storesOn(server));
    const { parties, since } = this.loaded;
    const history = await this.loaded.knownAt(this.moments.get(backup));
    return judgeBank({ server, since, history, tpp: parties.tpps[0] });
  }

  /** Deletes everything. The servers have to be stopped. */
  async remove(): Promise<void> {
    await rm(this.scratch, { recursive: true, force: true });
  }

  private async pay(): Promise<void> {
    const request = randomUUID();
    this.known.push({ request, answer: await this.loaded.pay(request, true) });
  }

  private async dumpUnderLoad(server: EmbeddedServer, order: Order): Promise<void> {
    await mkdir(this.folderOf(order));
    this.moments.set(order, await this.loaded.moment());
    for (const service of orders[order]) {
      await dumpDatabases(server, this.folderOf(order), [service]);
      await this.loaded.acknowledges(between);
    }
  }

  private folderOf(backup: Backup): string {
    return join(this.scratch, backup);
  }
}
