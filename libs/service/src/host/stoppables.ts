/** What has been started, to be stopped in the opposite order. */
export class Stoppables {
  private readonly started: { stop(): Promise<void> }[] = [];

  add(one: { stop(): Promise<void> }): void {
    this.started.push(one);
  }

  /** Stops everything, once; a failure does not keep the rest running. */
  async stop(): Promise<void> {
    const failures: unknown[] = [];
    for (const one of this.started.splice(0).reverse()) {
      await one.stop().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'stopping failed in part');
  }
}
