import type { Answer, Language } from '../language.port.js';
import { Session } from '../session/session.js';
import type { Tuple } from '../storage.port.js';
import { Cluster } from '../storage/cluster.js';
import type { SessionStorage } from '../storage/statement-storage.js';
import type { Row } from '../values.js';

/** A cluster with the clock of this computer. */
export const clusterOf = (language: Language): Cluster =>
  new Cluster({ language, clock: () => BigInt(Date.now()) * 1000n });

/** A session whose statements are steps straight on the storage. */
export class StepSession {
  readonly session: Session;

  constructor(
    readonly cluster: Cluster,
    database = 'postgres',
    settings: [string, string][] = [],
  ) {
    this.session = new Session(cluster, { database, settings, onTerminated: () => undefined });
  }

  /** Statements of DDL and transactions. */
  async sql(text: string): Promise<Answer[]> {
    return this.session.query(text);
  }

  /** One statement of an open transaction. */
  step<T>(act: (storage: SessionStorage) => T): T {
    const { storage } = this.session;
    storage.startStatement();
    const mark = storage.own.undo.length;
    try {
      return act(storage);
    } catch (error) {
      storage.own.undoTo(mark);
      throw error;
    }
  }

  rows(table: string): Row[] {
    return this.step((storage) =>
      [...storage.scan(storage.table(undefined, table))].map(({ row }) => row),
    );
  }

  insert(table: string, row: Row): Tuple {
    return this.step((storage) => storage.insert(storage.table(undefined, table), row));
  }

  /** Writes another row in the place of the one with this first value. */
  update(table: string, row: Row): void {
    this.step((storage) => {
      const info = storage.table(undefined, table);
      const found = [...storage.scan(info)].find((tuple) => tuple.row[0] === row[0]);
      if (found) storage.update(info, found, row);
    });
  }
}
