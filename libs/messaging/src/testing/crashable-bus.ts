import type { Bus, Consumer } from '../bus.js';

/** A bus whose process may crash: after that its promises stay pending and it delivers nothing. */
export class CrashableBus implements Bus {
  private readonly disposed = Promise.withResolvers<never>();
  private hasCrashed = false;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly inner: Bus,
    /** Cuts the connections of the process. */
    private readonly cut?: () => void,
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

  /** When nothing can leave the process any more, the bus begins to close: that takes as long as the brokers are away. */
  crash(): void {
    this.hasCrashed = true;
    this.cut?.();
    if (this.cut) void this.dispose();
  }

  /** Rejects all pending promises and closes the bus, so that the test can end. */
  dispose(): Promise<void> {
    this.hasCrashed = true;
    this.closing ??= this.inner.close();
    this.disposed.reject(new Error('the process has crashed'));
    return this.closing;
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
