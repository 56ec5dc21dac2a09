import { setImmediate as turn } from 'node:timers/promises';
import { batchedLines } from './batched-lines.js';

describe('the lines of a log', () => {
  it('are written together after the turn that made them, in their order and form', async () => {
    const written: string[] = [];
    const lines = batchedLines(
      (text) => written.push(text),
      (line) => `> ${line}`,
    );
    lines.write('one\n');
    lines.write('two\n');
    expect(written).toEqual([]);
    await turn();
    lines.write('three\n');
    await turn();
    expect(written).toEqual(['> one\n> two\n', '> three\n']);
  });

  it('are written when the process ends before its turn does', () => {
    const written: string[] = [];
    const before = process.listeners('exit');
    batchedLines((text) => written.push(text)).write('last\n');
    const [atExit] = process.listeners('exit').filter((one) => !before.includes(one));
    atExit?.(0);
    expect(written).toEqual(['last\n']);
  });
});
