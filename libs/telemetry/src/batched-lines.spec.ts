import { setImmediate as turn } from 'node:timers/promises';
import { EventEmitter } from 'node:events';
import { batchedLines, untilClosed } from './log.js';

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

  it('are lost when nobody reads the output any more, and any other fault of it ends the process', () => {
    const written: string[] = [];
    const output = Object.assign(new EventEmitter(), {
      write: (text: string) => written.push(text) > 0,
    });
    const write = untilClosed(output);
    write('one');
    output.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    write('two');
    expect(written).toEqual(['one']);
    const full = Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC' });
    expect(() => output.emit('error', full)).toThrow('ENOSPC');
  });
});
