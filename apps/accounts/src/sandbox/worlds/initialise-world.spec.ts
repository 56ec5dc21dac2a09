import { generationLeaseMs, generationMax, ofCore } from '@nordgate/contracts/rules';
import { spec } from '@nordgate/decider/testing';
import { accountStream } from '../../domain/account.js';
import { worldStream } from '../../domain/world.js';
import { LedgerInMemory } from '../../testing/ledger-in-memory.js';
import { knownState } from '../known-state/known-state.js';
import { initialiseWorld, worldInKnownState, worldOfCore } from './initialise-world.js';
import { KnownDays } from './known-days.js';
import type { InitialiseWorld } from './initialise-world.js';
import { stateIn } from './known-world.js';

const at = '2026-03-02T10:00:00.000Z';
const tpp = 'PSDNO-FSA-1';
const aReset: InitialiseWorld = {
  ...{ type: 'InitialiseWorld', id: 'a-reset', stream: 'sandbox-test', data: { tpp } },
  meta: { at, actor: tpp },
};
const aBeginning: InitialiseWorld = { ...aReset, data: { tpp, isFirst: true } };
const initialised = (generation: number, initialisedAt = at) =>
  ({ type: 'WorldInitialised', data: { generation, tpp, at: initialisedAt } }) as const;
/** A reset, which ends the generation before. */
const reset = (generation: number) =>
  ({ type: 'WorldInitialised', data: { generation, tpp, ends: 7, at } }) as const;
const begun = (generation: number) =>
  ({ type: 'WorldInitialised', data: { generation, tpp, isFirst: true, at } }) as const;
/** The time that is so many milliseconds after the reset. */
const later = (ms: number) => new Date(Date.parse(at) + ms).toISOString();
const { given } = spec(worldStream, initialiseWorld(8));

describe('InitialiseWorld', () => {
  it('notes the generation of a world that begins with a reset', () =>
    void given().when(aReset).then(initialised(8)));

  it('notes the generation of a world that begins with another request', () =>
    void given().when(aBeginning).then(begun(8)));

  it('is a reset at once after the world began, because the first request may ask for it', () =>
    void given(begun(7)).when(aReset).then(reset(8)));

  it('changes nothing for the first request when the world is there', () =>
    void given(initialised(7, later(-60_000)))
      .when(aBeginning)
      .thenNothing());

  it('is another reset when it is asked for again one lease later', () =>
    void given(initialised(7, later(-generationLeaseMs)))
      .when(aReset)
      .then(reset(8)));

  it.each([0, 1, generationLeaseMs - 1, 1 - generationLeaseMs])(
    'refuses a reset that was requested %d ms before this one with CONFLICT',
    (ms) =>
      void given(initialised(7, later(-ms)))
        .when(aReset)
        .thenRejected('CONFLICT'),
  );

  it('accepts a reset by a gateway whose clock is a lease or more behind', () =>
    void given(initialised(7, later(generationLeaseMs)))
      .when(aReset)
      .then(reset(8)));
});

describe('the streams of InitialiseWorld', () => {
  const sandbox = { generation: 7 };
  const found = (command: InitialiseWorld, hasWorld: boolean) =>
    worldInKnownState(new KnownDays(), () => Promise.resolve(hasWorld)).find(command, sandbox);

  it('are those of the known state where a world begins or is reset', async () => {
    const all = stateIn(knownState, 8).customers.map(({ customerId }) => `customer-${customerId}`);
    for (const ids of [
      await found(aBeginning, false),
      await found(aReset, true),
      await found(aReset, false),
    ]) {
      expect(ids).toEqual(expect.arrayContaining([`world-${tpp}`, ...all]));
    }
  });

  it('are the world alone for the first request when the world is there', async () => {
    expect(await found(aBeginning, true)).toEqual([`world-${tpp}`]);
  });

  it('are not enough to begin a world that is gone meanwhile, which stays away', () => {
    const { decide } = worldInKnownState(new KnownDays(), () => Promise.resolve(true));
    const decisions = decide(aBeginning, {
      ids: [`world-${tpp}`],
      facts: { holderOf: () => undefined },
      stateOf: (type) => type.initial,
    });
    expect(decisions.map(({ decision }) => decision)).toEqual([[]]);
  });
});

describe('InitialiseWorld where a core has the accounts', () => {
  const found = {
    ids: [],
    facts: { holderOf: () => undefined },
    stateOf: () => worldStream.initial as never,
  };
  const decisionOf = (command: InitialiseWorld) => worldOfCore.decide(command, found)[0]?.decision;

  it('refuses a reset with CONFLICT and the reason', () => {
    expect(decisionOf(aReset)).toMatchObject({ refused: 'CONFLICT', text: ofCore });
  });

  it('changes nothing for the first request', () => {
    expect(decisionOf(aBeginning)).toEqual([]);
  });
});

describe('the known state of a world', () => {
  const of = (nth: number): InitialiseWorld => {
    const own = `PSDNO-FSA-${String(nth)}`;
    return { ...aReset, id: own, data: { tpp: own }, meta: { at: later(nth), actor: own } };
  };
  const balancesIn = (ledger: LedgerInMemory, generation: number) =>
    stateIn(knownState, generation).accounts.map(({ accountId }) => {
      const state = ledger.stateOf(`account-${accountId}`) as typeof accountStream.initial;
      return state.is === 'open' ? [state.balance, state.generation, state.ownerId] : [];
    });

  it('is the same in each world, with the generation at the end of every id', async () => {
    const ledger = new LedgerInMemory();
    for (const nth of [1, 2]) await ledger.decide(of(nth));
    for (const generation of [1, 2]) {
      const suffix = `.${String(generation)}`;
      expect(balancesIn(ledger, generation)).toEqual(
        knownState.accounts.map(({ balance, ownerId }) => [
          balance,
          generation,
          `${ownerId}${suffix}`,
        ]),
      );
      const own = ledger.streams().filter((stream) => stream.endsWith(suffix));
      expect(new Set(own.map((stream) => stream.slice(0, -suffix.length))).size).toBe(own.length);
    }
    expect(
      ledger
        .streams()
        .filter((stream) => !/\.[12]$/u.test(stream))
        .sort(),
    ).toEqual([...['sandbox-test', 'world-PSDNO-FSA-1', 'world-PSDNO-FSA-2']]);
  });

  it('has the time of its command, and nothing of the one that it is copied from', async () => {
    const ledger = new LedgerInMemory();
    await ledger.decide(of(5));
    const events = ledger.streams().flatMap((stream) => [...ledger.eventsOf(stream)]);
    const text = JSON.stringify([ledger.streams(), events]);
    expect(text).not.toContain(String(generationMax));
    expect(text).not.toContain('1970-01-01');
    const times = events.map(({ data }) => (data as { readonly at: string }).at);
    expect(new Set(times)).toEqual(new Set([later(5)]));
  });

  it('is decided alone: a command that is refused leaves every stream as it was', async () => {
    const ledger = new LedgerInMemory();
    await ledger.decide(of(1));
    const before = ledger.streams().map((stream) => ledger.eventsOf(stream).length);
    await ledger.decide({ ...of(1), id: 'another' });
    expect(ledger.streams().map((stream) => ledger.eventsOf(stream).length)).toEqual(before);
  });
});
