import { createLog } from './log.js';
import { loggedFields } from './redaction.js';
import { textLine } from './text-line.js';

const at = '2026-11-20T21:25:16.123Z';
const clock = new Date(at).toTimeString().slice(0, 8);
const line = (fields: object) => textLine(JSON.stringify({ time: at, level: 'warn', ...fields }));

/** The text of what a real log writes. */
function written(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(
    createLog({
      app: 'gateway',
      destination: { write: (one: string) => lines.push(textLine(one)) },
    }),
  );
  return lines.join('');
}

describe('a line of the log for people', () => {
  it('says time, level, app and what happened, without quotes and braces', () => {
    expect(line({ app: 'sca', msg: 'the log-in was refused', reason: 'unknown', seconds: 3 })).toBe(
      `${clock} WARN sca the log-in was refused reason=unknown seconds=3\n`,
    );
  });

  it('shows a refused request by status, code, rule, route, TPP, X-Request-ID and address', () => {
    const refused = {
      ...{ reason: 'account.same', code: 'FORMAT_ERROR', status: 400, address: '192.0.2.1' },
      ...{ method: 'POST', route: '/v1/payments/:product', fingerprint: 'ab12' },
      ...{ tpp: 'PSDNO-FSA-900000001', requestId: '5279c0c5-9b9d-4a1e-8f0a-1f6f6a1e0001' },
    };
    const text = written((log) => log.warn({ refused, leftOut: 0 }, 'A request was refused.'));
    expect(text.slice(9)).toBe(
      'WARN gateway 400 FORMAT_ERROR account.same POST /v1/payments/:product PSDNO-FSA-900000001 ' +
        '5279c0c5-9b9d-4a1e-8f0a-1f6f6a1e0001 192.0.2.1\n',
    );
  });

  it('counts the refusals without a line', () => {
    const refused = { reason: 'rate', code: 'ACCESS_EXCEEDED', status: 429 };
    expect(line({ refused, leftOut: 0 })).not.toContain('more');
    expect(line({ refused, leftOut: 7 })).toContain('429 ACCESS_EXCEEDED rate (7 more before)');
  });

  it('names an error in one line, and shows its stack at level error only', () => {
    const error = Object.assign(new RangeError('too far'), { code: 'E_FAR' });
    const warned = written((log) => log.warn({ err: error }, 'it failed'));
    expect(warned.slice(9)).toBe('WARN gateway it failed RangeError E_FAR: too far\n');
    const failed = written((log) => log.error({ err: error }, 'it failed')).split('\n');
    expect(failed[0]?.slice(9)).toBe('ERROR gateway it failed RangeError E_FAR: too far');
    expect(failed.slice(1, -1).every((row) => row.startsWith('    at '))).toBe(true);
    expect(failed.length).toBeGreaterThan(3);
  });

  it('has colours at a terminal only, and only for the level', () => {
    const json = JSON.stringify({ time: at, level: 'error', app: 'a', msg: 'x' });
    expect(textLine(json, true)).toBe(`${clock} \u001B[31mERROR\u001B[39m a x\n`);
    expect(textLine(json)).toBe(`${clock} ERROR a x\n`);
  });

  it.each(['no JSON', '[1]', 'null', ''])('leaves %j as it is', (text) => {
    expect(textLine(text)).toBe(text);
  });

  it('shows every field of the list of logged fields, or has a reason to leave it out', () => {
    const leftOut = ['app', 'trace_id', 'span_id', 'err', 'refused'];
    for (const field of loggedFields.filter((one) => !leftOut.includes(one))) {
      expect(line({ msg: 'x', [field]: 'a value' })).toContain(`x ${field}=a value`);
    }
    expect(line({ msg: 'x', trace_id: '0af7', span_id: 'b7ad' })).not.toMatch(/0af7|b7ad/);
  });
});
