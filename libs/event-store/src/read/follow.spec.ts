import { setImmediate as turn } from 'node:timers/promises';
import { AdaptivePoll } from './adaptive-poll.js';
import { follow } from './follow.js';
import type { Page } from './snapshot-delta-reader.js';
import type { StoredEvent } from '../write/stored-event.js';

const restMs = 60_000;

/** A reader whose pages are these, and then empty; it is told of appends by `append`. */
class ListedPages {
  readonly name = 'listed';
  reads = 0;
  private wake: () => void = () => undefined;

  constructor(private readonly pages: (readonly StoredEvent[])[]) {}

  readonly onAppend = (listener: () => void) => {
    this.wake = listener;
    return () => undefined;
  };

  readonly read = (): Promise<Page> => {
    this.reads += 1;
    const events = this.pages.shift() ?? [];
    return Promise.resolve({ events, isFull: false, done: () => Promise.resolve() });
  };

  append(): void {
    this.wake();
  }
}

const page: readonly StoredEvent[] = [
  {
    id: 'event-1',
    streamId: 'tally-1',
    version: 1,
    type: 'Counted',
    schemaVersion: 1,
    data: {},
    meta: { commandId: 'command-1', actor: 'test', requestedAt: '2026-01-01T00:00:00.000Z' },
    at: '2026-01-01T00:00:00.000Z',
    tx: 1n,
    position: 1n,
  },
];

async function following(
  reader: ListedPages,
  { onPage = () => undefined, isBusy }: { onPage?: () => void; isBusy: boolean },
): Promise<void> {
  const stop = new AbortController();
  const adaptivePoll = new AdaptivePoll(() => 0);
  if (isBusy) adaptivePoll.received(1_000);
  const handler = () => Promise.resolve(onPage());
  const options = { signal: stop.signal, pollMs: restMs, pollMaxMs: restMs, adaptivePoll };
  const ended = follow(reader, handler, options);
  // All that does not rest has happened after a turn of the event loop.
  await turn();
  stop.abort();
  await ended;
}

describe('a reader that has handled a page that was not full', () => {
  it('rests in a quiet time, because the next page would be empty', async () => {
    const reader = new ListedPages([page]);
    await following(reader, { isBusy: false });
    expect(reader.reads).toBe(1);
  });

  it('reads on when something was appended meanwhile', async () => {
    const reader = new ListedPages([page, page]);
    let pages = 0;
    const onPage = () => {
      pages += 1;
      if (pages === 1) reader.append();
    };
    await following(reader, { onPage, isBusy: false });
    expect([pages, reader.reads]).toEqual([2, 2]);
  });

  it('reads on in a busy time, also for what other processes append', async () => {
    const reader = new ListedPages([page]);
    await following(reader, { isBusy: true });
    expect(reader.reads).toBe(2);
  });
});
