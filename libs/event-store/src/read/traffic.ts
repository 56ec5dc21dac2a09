/**
 * Tells busy times from quiet ones by how much comes. In a busy time readers take fewer and fuller
 * pages, for a page costs about as much for one message as for many; in a quiet one nobody waits.
 */
export class Traffic {
  /** What came, each part of it worth less the longer ago it was. */
  private level = 0;
  private atMs: number;

  constructor(private readonly nowMs: () => number = () => performance.now()) {
    this.atMs = nowMs();
  }

  /** So many messages came now. */
  came(count: number): void {
    this.level = this.levelNow() + count;
    this.atMs = this.nowMs();
  }

  get isBusy(): boolean {
    return this.levelNow() / memorySeconds >= busyPerSecond;
  }

  private levelNow(): number {
    const seconds = (this.nowMs() - this.atMs) / 1000;
    return this.level * Math.exp(-seconds / memorySeconds);
  }
}

const memorySeconds = 0.5;
const busyPerSecond = 300;
