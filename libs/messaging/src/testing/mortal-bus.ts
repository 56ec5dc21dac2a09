import type { Bus, Consumer } from '../bus.js';

/** A bus whose process may die: from then on nothing of it is heard, and it hears nothing. */
export class MortalBus implements Bus {
  private readonly buried = Promise.withResolvers<never>();
  private dead = false;

  constructor(
    private readonly inner: Bus,
    /** What the death of the process does besides. */
    private readonly onDeath: () => void = () => undefined,
  ) {
    this.buried.promise.catch(() => undefined);
  }

  get system(): Bus['system'] {
    return this.inner.system;
  }

  readonly publish: Bus['publish'] = (...args) => this.alive(this.inner.publish(...args));
  readonly openReplies: Bus['openReplies'] = (receive) => this.inner.openReplies(receive);
  readonly reply: Bus['reply'] = (...args) => this.inner.reply(...args);
  readonly close: Bus['close'] = () => this.inner.close();

  async consume(consumer: Consumer) {
    const handle: Consumer['handle'] = (slice) =>
      this.alive(this.dead ? Promise.resolve() : consumer.handle(slice));
    const consumption = await this.inner.consume({ ...consumer, handle });
    return { stop: () => (this.dead ? Promise.resolve() : consumption.stop()) };
  }

  die(): void {
    this.dead = true;
    this.onDeath();
  }

  /** Takes what hangs for ever down, so that the test can end. */
  async bury(): Promise<void> {
    this.dead = true;
    const closing = this.inner.close();
    this.buried.reject(new Error('the process is gone'));
    await closing;
  }

  private async alive<T>(work: Promise<T>): Promise<T> {
    const settled = work.then(
      (value) => () => value,
      (error: unknown) => () => {
        throw error;
      },
    );
    const answer = await Promise.race([settled, this.buried.promise]);
    return this.dead ? this.buried.promise : answer();
  }
}
