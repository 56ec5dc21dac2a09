import type { EntryBooked } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { claimsOfAny, fold, isRefusal, refusalIn, rowOf } from '@nordgate/decider';
import type {
  AnyStreamType,
  Claim,
  Command,
  DomainEvent,
  FoundStreams,
  Refusal,
  StreamDecision,
} from '@nordgate/decider';
import { notedFacts, publishTested } from '@nordgate/decider/testing';
import type { TestedDecision, Written } from '@nordgate/decider/testing';
import { accountsDeciders } from '../accounts.deciders.js';
import { accountStream } from '../domain/account.js';
import { agreementStream } from '../domain/agreement.js';
import { cardAccountStream } from '../domain/card-account.js';
import { clearingStream } from '../domain/clearing.js';
import { customerStream } from '../domain/customer.js';
import { entryStream } from '../domain/entry.js';
import { sumIn } from '../domain/money.js';
import { refusalStream } from '../domain/planned-refusal.js';
import { quotaStream } from '../domain/quota.js';
import { sandboxStream } from '../domain/sandbox.js';
import { worldStream } from '../domain/world.js';
import { refusingTransfers } from '../sandbox/refusals/refuse-execution.js';
import { sandboxDeciders } from '../sandbox/sandbox.deciders.js';

const types: readonly AnyStreamType[] = [
  accountStream,
  cardAccountStream,
  entryStream,
  clearingStream,
  customerStream,
  agreementStream,
  sandboxStream,
  worldStream,
  quotaStream,
  refusalStream,
];

/** An event that a command caused, with its stream and the events before it. */
export interface WrittenTo extends Written {
  readonly stream: string;
}

/** The streams of the service, with the service's deciders and without its database. */
export class LedgerInMemory {
  readonly #histories = new Map<string, readonly DomainEvent[]>();
  /** Every stream is found, whatever it has to do with the command: the deciders have to tell. */
  readonly #bank = accountsDeciders({
    transferAccounts: () => Promise.resolve(this.streams()),
    // All events are at hand: `decide` looks there.
    reportedBooking: () => Promise.resolve(undefined),
  });
  readonly #table = {
    ...this.#bank,
    ...refusingTransfers(this.#bank),
    ...sandboxDeciders({
      dependents: () => Promise.resolve(this.streams()),
      hasWorld: (tpp) => Promise.resolve(this.#histories.has(streams.world.id(tpp))),
    }),
  };

  /** Lets events happen that no command of the ledger causes. */
  happened(stream: string, ...events: readonly DomainEvent[]): this {
    this.#histories.set(stream, [...this.eventsOf(stream), ...events]);
    return this;
  }

  eventsOf(stream: string): readonly DomainEvent[] {
    return this.#histories.get(stream) ?? [];
  }

  streams(): readonly string[] {
    return [...this.#histories.keys()];
  }

  /** The state, through JSON as a load from the view. */
  stateOf(stream: string): unknown {
    const type = typeOf(stream);
    const state = fold(type as never, this.eventsOf(stream) as never[]);
    return JSON.parse(JSON.stringify(state)) as unknown;
  }

  /** What the lines of all entries have on a clearing account; undefined without a line. */
  clearedOn(stream: string): string | undefined {
    const lines = this.streams()
      .filter((one) => streams.entry.has(one))
      .flatMap((entry) => this.eventsOf(entry))
      .filter((event): event is EntryBooked => event.type === 'EntryBooked')
      .flatMap(({ data }) => data.lines)
      .filter((line) => line.stream === stream);
    const [first] = lines;
    if (first === undefined) return undefined;
    return sumIn(
      first.currency,
      lines.map(({ amount }) => amount),
    );
  }

  /** Decides a command as the service does: its events, or the refusal, which changes nothing. */
  async decide(command: Command): Promise<readonly WrittenTo[] | Refusal> {
    const row = rowOf(this.#table, command.type);
    if (row === undefined) throw new Error(`${command.type} is no command of the ledger`);
    const own = this.stateOf(command.stream);
    const { facts, claims } = notedFacts({ holderOf: (claim) => this.#holderOf(claim) });
    if (row.over === 'one stream') {
      const decision = row.decide(command as never, own as never, facts);
      this.#publish({ command, found: undefined, claims }, [{ stream: command.stream, decision }]);
      if (isRefusal(decision)) return decision;
      return this.#append({ type: row.stream, stream: command.stream, decision });
    }
    const ids = await row.find(command as never, own as never);
    const known = new Set([command.stream, ...ids]);
    const found: FoundStreams = {
      ids,
      facts,
      earlier: this.eventsOf(command.stream).find((event) =>
        row.earlier?.isIt(command as never, event),
      ),
      stateOf: (type, stream) => {
        if (!known.has(stream)) throw new Error(`${stream} was not found for this command`);
        if (typeOf(stream) !== type) throw new Error(`${stream} is no ${type.name} stream`);
        return this.stateOf(stream) as never;
      },
    };
    const decisions = row.decide(command as never, found);
    this.#publish({ command, found: ids, claims }, decisions);
    return refusalIn(decisions) ?? decisions.flatMap((one) => this.#append(one));
  }

  #holderOf({ scope, key }: Claim): string | undefined {
    return this.streams().find((stream) =>
      claimsOfAny(typeOf(stream), this.stateOf(stream)).some(
        (claim) => claim.scope === scope && claim.key === key,
      ),
    );
  }

  /** Publishes a decision, with the histories of all its streams. */
  #publish(
    made: Omit<TestedDecision, 'given' | 'decisions'>,
    decisions: TestedDecision['decisions'],
  ): void {
    const written = decisions.map(({ stream }) => stream);
    const used = new Set([made.command.stream, ...(made.found ?? []), ...written]);
    const given = [...used].map((stream) => ({ stream, events: this.eventsOf(stream) }));
    publishTested({ ...made, given, decisions });
  }

  #append({ stream, decision }: StreamDecision): readonly WrittenTo[] {
    const events = decision as readonly DomainEvent[];
    return events.map((event) => {
      const after = this.eventsOf(stream);
      this.happened(stream, event);
      return { stream, event, after };
    });
  }
}

function typeOf(stream: string): AnyStreamType {
  const type = types.find(({ name }) => stream.startsWith(`${name}-`));
  if (type === undefined) throw new Error(`the ledger has no stream ${stream}`);
  return type;
}

/** What commands write besides the quotas of the sandbox. */
export function withoutQuotas(written: readonly WrittenTo[]): readonly WrittenTo[] {
  return written.filter(({ stream }) => typeOf(stream) !== quotaStream);
}
