/** Some refusals repeat the whole pod. */
const reasonWidth = 400;

/** Collects what was checked, and prints it as it comes. */
export class Report {
  private passed = 0;
  private failed = 0;
  private readonly figures: (readonly [name: string, value: string])[] = [];

  constructor(private readonly say: (line: string) => void) {}

  /** @param count how many single things one line stands for */
  pass(what: string, count = 1): void {
    this.passed += count;
    this.say(`  ok   ${what}`);
  }

  fail(what: string, reason: string, count = 1): void {
    this.failed += count;
    this.say(`  FAIL ${what}`);
    for (const line of reason.trim().split('\n')) {
      this.say(`       ${line.slice(0, reasonWidth)}`);
    }
  }

  figure(name: string, value: string): void {
    this.figures.push([name, value]);
  }

  /** Runs a step, and keeps its seconds as a figure. */
  async timed<T>(name: string, step: () => Promise<T>): Promise<T> {
    const started = performance.now();
    const result = await step();
    this.figure(name, `${((performance.now() - started) / 1000).toFixed(1)} s`);
    return result;
  }

  /** Prints the table of figures and the counts. @returns whether nothing failed, and something passed */
  close(): boolean {
    const width = Math.max(0, ...this.figures.map(([name]) => name.length));
    this.say('');
    for (const [name, value] of this.figures) this.say(`${name.padEnd(width)}  ${value}`);
    this.say(`${String(this.passed)} passed, ${String(this.failed)} failed`);
    return this.failed === 0 && this.passed > 0;
  }
}
