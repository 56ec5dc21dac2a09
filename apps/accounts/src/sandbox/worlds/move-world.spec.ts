import type { WorldEvent } from '@nordgate/contracts/events';
import { clockMoves, notForward, ofCore, tooFar } from '@nordgate/contracts/rules';
import { fold, isRefusal } from '@nordgate/decider';
import { worldStream } from '../../domain/world.js';
import {
  aheadMaxMs,
  beginWorldMove,
  endWorldMove,
  refuseMoveOfCore,
  setWorldTime,
} from './move-world.js';

const tpp = 'PSDNO-FSA-1';
const stream = `world-${tpp}`;
const real = Date.parse('2026-12-01T10:00:00.000Z');
const dayMs = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString();
const by = { request: 'r1', content: 'c1' };
const initialised: WorldEvent = {
  type: 'WorldInitialised',
  data: { generation: 3, tpp, at: iso(real - dayMs) },
};
const begun = (to: number, from = real): WorldEvent => ({
  type: 'WorldMoveBegun',
  data: { generation: 3, tpp, by, from: iso(from), to: iso(to), at: iso(real) },
});
const set = (aheadMs: number): WorldEvent => ({
  type: 'WorldTimeSet',
  data: { generation: 3, tpp, aheadMs, at: iso(real) },
});
const ended: WorldEvent = { type: 'WorldMoveEnded', data: { generation: 3, tpp, at: iso(real) } };
const worldAfter = (...events: readonly WorldEvent[]) => fold(worldStream, events);

/** The decision on a move, asked for by a gateway that believes the world to be so far ahead. */
const moveTo = (
  toMs: number,
  events: readonly WorldEvent[] = [initialised],
  { generation = 3, request = by, aheadMs = 0 } = {},
) => {
  const meta = { at: iso(real + aheadMs), actor: tpp, ...(aheadMs > 0 && { aheadMs }) };
  const data = { generation, by: request, to: iso(toMs) };
  const command = { type: 'BeginWorldMove', id: 'c', stream, data, meta } as const;
  return beginWorldMove(command, worldAfter(...events));
};

describe('BeginWorldMove', () => {
  it('begins at the time of the world, and names both ends', () => {
    expect(moveTo(real + dayMs)).toEqual([begun(real + dayMs)]);
  });

  it('begins where the world is by now, whatever an older lease told the gateway', () => {
    const ahead = [initialised, begun(real + dayMs), set(dayMs), ended];
    const other = { request: 'r2', content: 'c2' };
    const events = moveTo(real + 2 * dayMs, ahead, { request: other });
    expect(events).toMatchObject([{ data: { from: iso(real + dayMs), by: other } }]);
  });

  it.each([
    ['the present', 0, notForward],
    ['a millisecond ahead', 1, undefined],
    ['three years ahead', aheadMaxMs, undefined],
    ['a millisecond more than three years ahead', aheadMaxMs + 1, tooFar],
  ])('decides about %s', (_what, ms, text) => {
    const decision = moveTo(real + ms);
    expect(isRefusal(decision) ? decision.text : undefined).toBe(text);
  });

  it('measures the three years from real time, however far the world is ahead', () => {
    const ahead = [initialised, begun(real + aheadMaxMs), set(aheadMaxMs), ended];
    const request = { request: 'r2', content: 'c2' };
    const decision = moveTo(real + aheadMaxMs + 1, ahead, { request, aheadMs: aheadMaxMs });
    expect(decision).toMatchObject({ refused: 'FORMAT_ERROR', text: tooFar });
  });

  it.each([
    ['during its move', [initialised, begun(real + dayMs)]],
    ['after its move', [initialised, begun(real + dayMs), set(dayMs), ended]],
  ])(
    'changes nothing for a repeat %s, and refuses another content with CONFLICT',
    (_when, events) => {
      expect(moveTo(real + 5 * dayMs, events)).toEqual([]);
      const other = { request: by.request, content: 'other' };
      const decision = moveTo(real + 5 * dayMs, events, { request: other });
      expect(decision).toMatchObject({ refused: 'CONFLICT' });
      expect(decision).not.toHaveProperty('text');
    },
  );

  it('refuses a second move while the first is under way with CONFLICT and the reason', () => {
    const request = { request: 'r2', content: 'c2' };
    const decision = moveTo(real + 5 * dayMs, [initialised, begun(real + dayMs)], { request });
    expect(decision).toMatchObject({ refused: 'CONFLICT', text: clockMoves });
  });

  it('refuses a move from before a reset, and where there is no world, with SYSTEM_ERROR', () => {
    const late = moveTo(real + dayMs, [initialised], { generation: 2 });
    expect(late).toMatchObject({ refused: 'SYSTEM_ERROR' });
    expect(moveTo(real + dayMs, [])).toMatchObject({ refused: 'SYSTEM_ERROR' });
  });

  it('is refused with CONFLICT where a core has the accounts', () => {
    expect(refuseMoveOfCore()).toMatchObject({ refused: 'CONFLICT', text: ofCore });
  });
});

const meta = { at: iso(real), actor: 'event:world-move-1' };

describe('SetWorldTime', () => {
  const decide = (
    aheadMs: number,
    events: readonly WorldEvent[],
    { generation = 3, request = by.request } = {},
  ) => {
    const data = { generation, request, aheadMs };
    const command = { type: 'SetWorldTime', id: 'c', stream, data, meta } as const;
    return setWorldTime(command, worldAfter(...events));
  };
  const moving = [initialised, begun(real + dayMs)];

  it('sets the time of a world that moves, later times only', () => {
    expect(decide(10, moving)).toEqual([set(10)]);
    expect(decide(11, [...moving, set(10)])).toEqual([set(11)]);
    expect(decide(10, [...moving, set(10)])).toEqual([]);
    expect(decide(9, [...moving, set(10)])).toEqual([]);
  });

  it('changes nothing for another move, another generation and a world at rest', () => {
    expect(decide(10, moving, { request: 'r0' })).toEqual([]);
    expect(decide(10, moving, { generation: 2 })).toEqual([]);
    expect(decide(10, [initialised])).toEqual([]);
    expect(decide(10, [...moving, ended])).toEqual([]);
  });
});

describe('EndWorldMove', () => {
  const decide = (events: readonly WorldEvent[], request = by.request) => {
    const data = { generation: 3, request };
    const command = { type: 'EndWorldMove', id: 'c', stream, data, meta } as const;
    return endWorldMove(command, worldAfter(...events));
  };

  it('ends a move once, and no other one', () => {
    const moving = [initialised, begun(real + dayMs), set(dayMs)];
    expect(decide(moving)).toEqual([ended]);
    expect(decide([...moving, ended])).toEqual([]);
    expect(decide(moving, 'r0')).toEqual([]);
  });
});

describe('a world', () => {
  it('returns to real time and to rest with a reset', () => {
    const reset: WorldEvent = {
      type: 'WorldInitialised',
      data: { generation: 4, tpp, at: iso(real) },
    };
    const world = worldAfter(initialised, begun(real + dayMs), set(dayMs), reset);
    expect(world).toEqual({ is: 'initialised', ...reset.data });
  });
});
