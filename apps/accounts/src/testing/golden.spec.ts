import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AccountOpened, TppStopEvent } from '@nordgate/contracts/events';
import { fold, upcast } from '@nordgate/decider';
import type { DomainEvent, StreamType } from '@nordgate/decider';
import { accountStream } from '../domain/account.js';
import { customerStream } from '../domain/customer.js';
import { tppStopStream } from '../domain/tpp-stop.js';
import { resetAccount } from '../initialise-sandbox/reset-streams.js';
import { releaseTpp } from '../release-tpp/release-tpp.js';
import { stopTpp } from '../stop-tpp/stop-tpp.js';

/** A stored event as some release wrote it, the goldens before it, and the state that they fold to. */
interface Golden {
  readonly stored: {
    readonly type: string;
    readonly schemaVersion: number;
    readonly data: unknown;
  };
  readonly after: readonly string[];
  readonly state: unknown;
}

const folder = join(import.meta.dirname, 'golden');
const golden = (name: string) =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Golden;
const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));

/** The streams whose events have goldens. */
const streams = [tppStopStream, accountStream, customerStream] as const;
const declared = streams.flatMap(({ events }) =>
  Object.entries(events).flatMap(([type, { version }]) =>
    Array.from({ length: version }, (_, older) => `${type}.v${String(older + 1)}`),
  ),
);

function streamOf(name: string): StreamType<unknown, DomainEvent> {
  const stream = streams.find(({ events }) => (name.split('.')[0] ?? '') in events);
  if (stream === undefined) throw new Error(`no stream has ${name}`);
  return stream as unknown as StreamType<unknown, DomainEvent>;
}
const today = (name: string) => upcast(streamOf(name), golden(name).stored);

/** What the deciders write today, on the stream of the goldens. */
function written(): readonly unknown[] {
  const tppId = 'PSDNO-FSA-123456789';
  const to = { id: 'any', stream: `tpp-stop-${tppId}` };
  const meta = (at: string) => ({ at, actor: 'operator' });
  const facts = { holderOf: () => undefined };
  const data = { tppId, until: '2027-01-31', reason: 'too many requests' };
  const stop = { ...to, type: 'StopTpp', data, meta: meta('2026-11-20T10:00:00.000Z') } as const;
  const stopped = stopTpp(stop, tppStopStream.initial, facts);
  const release = { ...to, type: 'ReleaseTpp', data: {} } as const;
  const state = fold(tppStopStream, stopped as readonly TppStopEvent[]);
  const released = releaseTpp({ ...release, meta: meta('2026-11-21T08:30:00.000Z') }, state, facts);
  return [stopped, released].flat();
}

describe('the golden files', () => {
  it('are one per type and version that was ever stored', () => {
    expect(names.sort()).toEqual([...declared].sort());
  });

  it.each(declared)('%s says in itself what it is', (name) => {
    const { type, schemaVersion } = golden(name).stored;
    expect(`${type}.v${String(schemaVersion)}`).toBe(name);
  });

  it.each(declared)('%s still folds to the state it always had', (name) => {
    const { after, state } = golden(name);
    const stream = streamOf(name);
    expect(fold(stream, [...after, name].map(today))).toEqual(state);
  });

  it('of accounts have the form that a reset writes, without the kind, which came later', () => {
    const { at, ...known } = golden('AccountOpened.v1').stored.data as AccountOpened['data'];
    const reset = { id: 'any', stream: 'sandbox-default', type: 'InitialiseSandbox' } as const;
    const command = { ...reset, data: {}, meta: { at, actor: 'tpp' } };
    const facts = { holderOf: () => undefined };
    const savings = { ...known, kind: 'SVGS' } as const;
    expect(resetAccount(savings)(command, accountStream.initial, facts)).toEqual([
      { type: 'AccountOpened', data: { ...savings, at } },
    ]);
  });

  it('of TPP stops have today the form that the deciders write', () => {
    const newest = ['TppStopped.v1', 'TppReleased.v1'].map((name) => golden(name).stored);
    expect(written()).toEqual(newest.map(({ type, data }) => ({ type, data })));
  });
});
