import { randomUUID } from 'node:crypto';
import type { AnyDeciderTable } from '@nordgate/decider';
import { handleSlice } from '@nordgate/event-store';
import type { SliceItem } from '@nordgate/event-store';
import { createLog } from '@nordgate/telemetry';
import { BusServer } from '../nest/bus-server.js';
import type { Consumer, Consumption, Message } from '../bus.js';
import { commandMessage } from '../command-message.js';
import type { BusHarness } from './bus-harness.js';
import { journal, note } from './journal.js';
import type { Journal, Note } from './journal.js';
import { Recorder } from './recorder.js';
import type { Act } from './recorder.js';

/** A test bench with its own keys and groups, so that tests may share topics and databases. */
export class Bench {
  private readonly run = randomUUID();
  private readonly servers: BusServer[] = [];

  private readonly lines: string[] = [];
  private readonly log = createLog({
    app: 'contract',
    destination: { write: (line) => this.lines.push(line) },
  });

  constructor(readonly harness: BusHarness) {}

  key(name: string): string {
    return `${journal.name}-${this.run}-${name}`;
  }

  group(name: string): string {
    return `contract-${this.run}-${name}`;
  }

  isMine = ({ key }: Pick<Message, 'key'>): boolean => key.startsWith(this.key(''));

  recorder(act: Act = () => undefined): Recorder {
    return new Recorder(this.isMine, act);
  }

  consumeCommands({ handle }: Recorder): Promise<Consumption> {
    const { bus, commands: topic } = this.harness;
    return bus.consume({ topic, group: this.group('service'), handle });
  }

  consumeEvents(
    { handle }: Recorder,
    name = 'purpose',
    chosen: Pick<Consumer, 'eventTypes'> = {},
  ): Promise<Consumption> {
    const { bus, events: topic } = this.harness;
    return bus.consume({ topic, group: this.group(name), ...chosen, handle });
  }

  publish(...commands: readonly Note[]): Promise<void> {
    const { bus, commands: topic } = this.harness;
    return bus.publish(
      topic,
      commands.map((command) => commandMessage(command, '/contract')),
    );
  }

  /** Appends one event per command to its stream, all in one transaction. */
  async record(...commands: readonly Note[]): Promise<void> {
    const { store } = this.harness;
    const results = await handleSlice({
      store,
      consumer: this.group('writer'),
      items: commands.map(itemOf),
      execute: (command, work) =>
        Promise.resolve(work.root(journal, command.stream).run(note, command as Note)),
    });
    if (results.some(({ status }) => status !== 'done')) throw new Error('an event was parked');
  }

  async journalOf(stream: string): Promise<Journal['numbers']> {
    return (await this.harness.store.state(journal, stream)).state.numbers;
  }

  /** A server of an app on this bus and store, which takes these commands; `close` of the bench stops it. */
  server(deciders?: AnyDeciderTable): BusServer {
    const { bus, store, commands: topic } = this.harness;
    const commands = deciders && { topic, deciders };
    const { log } = this;
    const server = new BusServer({ bus, store, service: this.group('service'), commands, log });
    this.servers.push(server);
    return server;
  }

  /** The messages of the errors that its servers have logged about this stream. */
  loggedErrorsOf(stream: string): string[] {
    return this.lines
      .map((line) => JSON.parse(line) as { stream?: string; err?: { message: string } })
      .flatMap((line) => (line.stream === stream && line.err ? [line.err.message] : []));
  }

  async close(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.close()));
    await this.harness.close();
  }
}

/** One command per number. */
export function notes(stream: string, numbers: readonly number[], text = ''): Note[] {
  return numbers.map((number) => ({
    type: 'Note',
    id: randomUUID(),
    stream,
    data: { number, text },
    meta: { at: '2026-03-01T10:00:00Z', actor: 'contract' },
  }));
}

/** `from`, `from + 1` … without `to`. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

/** Starts a server of an app. */
export async function listen(server: BusServer): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.listen((error) => (error instanceof Error ? reject(error) : resolve()));
  });
}

function itemOf(command: Note): SliceItem {
  const { key, value: payload, headers } = commandMessage(command, '/contract');
  const source = { topic: 'contract', partition: 0, offset: '0', payload, headers };
  return { key, commands: [command], source };
}
