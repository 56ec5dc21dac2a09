/** The models of `go/models.go`. */
export const models = ['payments', 'baskets', 'consents', 'permits', 'balances'] as const;
export type Model = (typeof models)[number];

/** What a call asks for, as far as its model looks at it. */
export interface Input {
  /** X-Request-ID. */
  readonly key?: string;
  /** What stands for the body: another text is another body. */
  readonly body?: string;
  readonly id?: string;
  readonly members?: readonly string[];
  readonly account?: string;
  /** In the smallest unit of the currency. */
  readonly amount?: number;
}

/** What an answer says. */
export interface Output {
  readonly outcome: string;
  readonly id?: string;
  readonly value?: number;
}

/** A call with its answer: a line of the exported history (README.md). */
export interface Operation {
  readonly model: Model;
  readonly seed: number;
  readonly client: number;
  /** Of one monotonic clock: microseconds, or in the simulator the place among all moments. */
  readonly call: number;
  /** Absent, as `output`, when nobody has the answer. */
  readonly return?: number;
  readonly operation: string;
  readonly input: Input;
  readonly output?: Output;
}

type Asked = Pick<Operation, 'model' | 'client' | 'operation' | 'input'>;

/** Microseconds of the monotonic clock of this process. */
const microseconds = () => Math.round(performance.now() * 1000);

/** The history of one seed, while clients add to it. */
export class Recorder {
  readonly #operations: Operation[] = [];
  readonly #sent: Promise<unknown>[] = [];

  /** @param now the moment now, for {@link note}: a number that never falls */
  constructor(
    readonly seed: number,
    readonly now = microseconds,
  ) {}

  /** All operations, once nothing that was sent is on its way. @throws Error of a call whose client has gone */
  async settled(): Promise<readonly Operation[]> {
    await Promise.all(this.#sent);
    return this.#operations;
  }

  /**
   * Calls, and notes the call with its answer. An answer that promises nothing (undefined), or that comes after
   * `giveUpMs`, is one that nobody has.
   *
   * @returns the answer, if it came in time
   */
  async call(
    asked: Asked,
    act: () => Promise<Output | undefined>,
    giveUpMs?: number,
  ): Promise<Output | undefined> {
    const call = this.now();
    const sent = act();
    this.#sent.push(sent);
    const output = await within(sent, giveUpMs);
    this.note(asked, call, output && { at: this.now(), output });
    return output;
  }

  /** Notes an operation whose times the caller knows. */
  note(
    asked: Asked,
    call: number,
    answer?: { readonly at: number; readonly output: Output },
  ): void {
    const { seed } = this;
    const { model, client, operation, input } = asked;
    if (answer === undefined && changesNothing(asked)) return;
    const known = answer === undefined ? {} : { return: answer.at, output: answer.output };
    this.#operations.push({ model, seed, client, call, operation, input, ...known });
  }
}

/** A read that nobody has the answer of stands for nothing. One without the PSU may be counted. */
const changesNothing = ({ model, operation }: Asked) => operation === 'read' && model !== 'permits';

async function within<T>(sent: Promise<T>, limitMs?: number): Promise<T | undefined> {
  if (limitMs === undefined) return sent;
  // The request goes on: the client alone has gone.
  sent.catch(() => undefined);
  return Promise.race([
    sent,
    new Promise<undefined>((resolve) => setTimeout(resolve, limitMs, undefined)),
  ]);
}

/** The exported form: a line of JSON for each operation. */
export const linesOf = (operations: readonly Operation[]): string =>
  operations.map((one) => `${JSON.stringify(one)}\n`).join('');
