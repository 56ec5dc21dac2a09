import type { Bus, Consumer } from '../bus.js';

/** A bus whose process may crash: after that its promises stay pending and it delivers nothing. */
export class CrashableBus implements Bus {
  private readonly disposed = Promise.withResolvers<never>();
  private hasCrashed = false;

  constructor(
    private readonly inner: Bus,
    /** Further effects of the crash, e.g. cut connections. */
    private readonly onCrash: () => void = () => undefined,
  ) {
    this.disposed.promise.catch(() => undefined);
  }

  get system(): Bus['system'] {
    return this.inner.system;
  }

  readonly publish: Bus['publish'] = (...args) => this.untilCrash(this.inner.publish(...args));
  readonly noteEnd: Bus['noteEnd'] = (of) => this.inner.noteEnd(of);
  readonly openReplies: Bus['openReplies'] = (receive) => this.inner.openReplies(receive);
  readonly reply: Bus['reply'] = (...args) => this.inner.reply(...args);
  readonly close: Bus['close'] = () => this.inner.close();

  async consume(consumer: Consumer) {
    const handle: Consumer['handle'] = (slice) =>
      this.untilCrash(this.hasCrashed ? Promise.resolve() : consumer.handle(slice));
    const consumption = await this.inner.consume({ ...consumer, handle });
    return { stop: () => (this.hasCrashed ? Promise.resolve() : consumption.stop()) };
  }

  crash(): void {
    this.hasCrashed = true;
    this.onCrash();
  }

  /** Rejects all pending promises and closes the bus, so that the test can end. */
  async dispose(): Promise<void> {
    this.hasCrashed = true;
    const closing = this.inner.close();
    this.disposed.reject(new Error('the process has crashed'));
    await closing;
  }

  /** The result of the work, or a promise that stays pending until `dispose` after a crash. */
  private async untilCrash<T>(work: Promise<T>): Promise<T> {
    const settled = work.then(
      (value) => () => value,
      (error: unknown) => () => {
        throw error;
      },
    );
    const result = await Promise.race([settled, this.disposed.promise]);
    return this.hasCrashed ? this.disposed.promise : result();
  }
}
