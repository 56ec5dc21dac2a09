import { createLog, logDestination } from './log.js';

describe('the log', () => {
  function logged(write: (log: ReturnType<typeof createLog>) => void): string {
    const lines: string[] = [];
    write(createLog({ app: 'test', destination: { write: (line: string) => lines.push(line) } }));
    return lines.join('');
  }

  it('names the app and the level in each line', () => {
    const line = JSON.parse(logged((log) => log.info('ready'))) as Record<string, unknown>;
    expect(line).toMatchObject({ app: 'test', level: 'info', msg: 'ready' });
  });

  it('names the app once in the line of a child that stands for another app', () => {
    const line = logged((log) => log.child({ app: 'gateway' }).info('ready'));
    expect(line.match(/"app":"\w+"/g)).toEqual(['"app":"gateway"']);
  });

  it('names the type of an error', () => {
    const text = logged((log) => log.error({ err: new RangeError('too far') }));
    expect(JSON.parse(text)).toMatchObject({ err: { type: 'RangeError', message: 'too far' } });
  });

  it('hides a field that is not on the list of logged fields, at any depth', () => {
    const text = logged((log) => log.info({ audit: { operation: 'look', card: '4111' }, kari: 1 }));
    expect(JSON.parse(text)).toMatchObject({
      audit: { operation: 'look', card: '[redacted]' },
      kari: '[redacted]',
    });
  });

  it('removes account numbers from the message of an error', () => {
    const text = logged((log) => log.error({ err: new Error('no account NO9386011117947') }));
    expect(text).not.toContain('NO9386011117947');
    expect(text).toContain('[account]');
  });
});

describe('the output of the logs of a process', () => {
  it('is one for all of them, so that many logs add no listeners to the process', () => {
    logDestination('json');
    const before = process.listenerCount('exit');
    expect(logDestination('json')).toBe(logDestination('json'));
    expect(process.listenerCount('exit')).toBe(before);
  });
});
