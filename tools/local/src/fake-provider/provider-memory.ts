interface Stored {
  readonly uid?: string;
  readonly grantId?: string;
  consumed?: number;
}

/** What `oidc-provider` stores things of one kind with: the fake provider keeps them in memory. */
export class ProviderMemory {
  private readonly prefix: string;

  constructor(
    kind: string,
    private readonly all: Map<string, Stored>,
  ) {
    this.prefix = `${kind}:`;
  }

  async upsert(id: string, payload: Stored): Promise<void> {
    await Promise.resolve(this.all.set(this.prefix + id, payload));
  }

  find(id: string): Promise<Stored | undefined> {
    return Promise.resolve(this.all.get(this.prefix + id));
  }

  findByUid(uid: string): Promise<Stored | undefined> {
    const own = [...this.all].filter(([key]) => key.startsWith(this.prefix));
    return Promise.resolve(own.find(([, one]) => one.uid === uid)?.[1]);
  }

  async consume(id: string): Promise<void> {
    const found = await this.find(id);
    if (found !== undefined) found.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    await Promise.resolve(this.all.delete(this.prefix + id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, one] of this.all) if (one.grantId === grantId) this.all.delete(key);
    await Promise.resolve();
  }
}
