import { EventEmitter } from 'node:events';
import { RequestError } from '../reply/request-error.js';
import { BodyTurns } from './body-turns.js';

const limits = { bodyBytesMax: 100, waitingBodiesMax: 4, waitingBodiesPerTppMax: 3 };
const large = 101;

class FakeAnswer extends EventEmitter {
  destroyed = false;

  end(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

describe('the turns of large bodies', () => {
  let turns: BodyTurns;
  let pauses: (() => void)[];
  let parsed: string[];
  beforeEach(() => {
    pauses = [];
    parsed = [];
    turns = new BodyTurns(limits, (then) => void pauses.push(then));
  });

  /** The event loop has served the others. */
  async function goOn(): Promise<void> {
    expect(pauses).toHaveLength(1);
    pauses.shift()?.();
    await settled();
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const ask = async (name: string, bytes = large, answer = new FakeAnswer()) => {
    const [tpp = ''] = name;
    const taking = turns.take(tpp, bytes, answer).then(
      () => void parsed.push(name),
      (error: unknown) => {
        if (!(error instanceof RequestError)) throw error;
        parsed.push(`${name}: ${String(error.status)}`);
        return error;
      },
    );
    await settled();
    return { answer, taking };
  };

  it('go to one body at a time, and to the TPPs in turn', async () => {
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) await ask(name);
    expect(parsed).toEqual(['a1']);
    for (const so of ['a1 a2', 'a1 a2 b1', 'a1 a2 b1 c1', 'a1 a2 b1 c1 a3']) {
      await goOn();
      expect(parsed.join(' ')).toBe(so);
    }
    await goOn();
    expect(pauses).toEqual([]);
    await ask('a4');
    expect(parsed.at(-1)).toBe('a4');
  });

  it('are not needed by small bodies, which pass those that wait', async () => {
    for (const name of ['a1', 'a2']) await ask(name);
    await ask('b1', limits.bodyBytesMax);
    await ask('a3', 0);
    expect(parsed).toEqual(['a1', 'b1', 'a3']);
    expect(pauses).toHaveLength(1);
  });

  it('answer 503 with Retry-After when too many bodies wait, of one TPP or in all', async () => {
    for (const name of ['a1', 'a2', 'a3', 'a4']) await ask(name);
    const refused = await (await ask('a5')).taking;
    expect(refused?.headers).toEqual({ 'retry-after': '2' });
    await ask('b1');
    await ask('c1');
    expect(parsed).toEqual(['a1', 'a5: 503', 'c1: 503']);
    await goOn();
    await ask('c2');
    expect(parsed).toEqual(['a1', 'a5: 503', 'c1: 503', 'a2']);
    for (let turn = 0; turn < 4; turn += 1) await goOn();
    expect(parsed.slice(4)).toEqual(['b1', 'a3', 'c2', 'a4']);
  });

  it('pass over a request whose connection has ended, and lose no other', async () => {
    for (const name of ['a1', 'a2']) await ask(name);
    const { answer } = await ask('b1');
    await ask('b2');
    answer.end();
    await settled();
    expect(parsed).toEqual(['a1', 'b1: 400']);
    await ask('b3');
    for (let turn = 0; turn < 3; turn += 1) await goOn();
    expect(parsed.slice(2)).toEqual(['a2', 'b2', 'b3']);
    await goOn();
    expect(pauses).toEqual([]);
  });

  it('are not taken by a request whose connection had ended before', async () => {
    const ended = new FakeAnswer();
    ended.end();
    await ask('a1', large, ended);
    expect([parsed, pauses]).toEqual([['a1: 400'], []]);
  });

  it('leave no listener on a connection after the turn has come', async () => {
    await ask('a1');
    const { answer } = await ask('a2');
    expect(answer.listenerCount('close')).toBe(1);
    await goOn();
    expect(answer.listenerCount('close')).toBe(0);
  });

  it('come after other work of the event loop, without a timer', async () => {
    turns = new BodyTurns(limits);
    const others: string[] = [];
    await turns.take('a', large, new FakeAnswer());
    const second = turns.take('a', large, new FakeAnswer()).then(() => void others.push('large'));
    setImmediate(() => others.push('small'));
    await second;
    expect(others).toEqual(['small', 'large']);
  });
});
