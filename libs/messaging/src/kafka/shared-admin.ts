import type { Admin } from 'kafkajs';
import type { DroppingAdmin } from './drop-records.js';

/** What a process asks the brokers beside its records. */
export type ConnectedAdmin = Pick<Admin, 'connect' | 'disconnect' | 'fetchTopicMetadata'> &
  DroppingAdmin;

/**
 * An admin client for all that a process asks. It is connected while it is used: a group joins seldom. The uses
 * follow each other, because a kafkajs client keeps one set of metadata (`awaitLeaders`).
 */
export class SharedAdmin {
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private admin: ConnectedAdmin | undefined;

  constructor(private readonly open: () => ConnectedAdmin) {}

  /** Rejects with errors of kafkajs, and with what the use throws. */
  use<T>(act: (admin: ConnectedAdmin) => Promise<T>): Promise<T> {
    this.waiting += 1;
    const used = this.last.then(() => this.connected(act));
    this.last = used.then(
      () => undefined,
      () => undefined,
    );
    return used;
  }

  private async connected<T>(act: (admin: ConnectedAdmin) => Promise<T>): Promise<T> {
    const admin = (this.admin ??= this.open());
    try {
      await admin.connect();
      return await act(admin);
    } finally {
      this.waiting -= 1;
      if (this.waiting === 0) await this.close(admin);
    }
  }

  private async close(admin: ConnectedAdmin): Promise<void> {
    this.admin = undefined;
    await admin.disconnect().catch(() => undefined);
  }
}
