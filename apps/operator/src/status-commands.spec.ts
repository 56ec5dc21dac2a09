import { operatedServices } from '@nordgate/contracts/commands';
import type { OperatorRequest, RunEntry, ServiceStatus } from '@nordgate/contracts/commands';
import { askMs } from './ask-all.js';
import { OperationRefused } from './operations-client.js';
import type { RunOptions } from './operations-client.js';
import { operatorProgram } from './operator-program.js';
import { bytesText, durationText, statusReport } from './status-commands.js';

const status: ServiceStatus = {
  ...{ release: '0.2.0', startedAt: '2030-03-01T10:00:00.000Z', ready: true },
  checks: { 'payments-database': 'up' },
  lags: [{ group: 'payments', messages: 0, seconds: 0 }],
  parked: { messages: 0, keys: 0, upTo: '0' },
  projections: [],
  disk: { bytes: 12_400_000, growth: { bytes: 1_000_000, seconds: 7200 } },
};
const openRun = {
  ...{ runId: '2030-03-01-1330', status: 'running', startedAt: '2030-03-01T12:30:00.000Z' },
  counts: { due: 40, inProgress: 12 },
} as unknown as RunEntry;

/** Runs `operator status` against services that answer, or fail, so. */
async function run(answer: (request: OperatorRequest) => unknown, ...args: readonly string[]) {
  const asked: (readonly [string, RunOptions | undefined])[] = [];
  const said: string[] = [];
  const operations = {
    run: async (request: OperatorRequest, options?: RunOptions) => {
      asked.push([request.name, options]);
      return await Promise.resolve(answer(request));
    },
  };
  const program = operatorProgram(operations, (text) => said.push(text));
  const failed = await program.parseAsync(['status', ...args], { from: 'user' }).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { asked, said: said.join('\n'), failed };
}

const wellAnswer = (request: OperatorRequest) => (request.name === 'ListBatchRuns' ? [] : status);

describe('operator status', () => {
  it('asks every service and batch for its runs at the same time, each within a bound', async () => {
    let open = 0;
    let most = 0;
    const { asked } = await run(async (request) => {
      open += 1;
      most = Math.max(most, open);
      await Promise.resolve();
      open -= 1;
      return wellAnswer(request);
    });
    expect(most).toBe(operatedServices.length + 1);
    expect(asked.map(([, options]) => options?.timeoutMs)).toEqual(
      Array.from({ length: operatedServices.length + 1 }, () => askMs),
    );
  });

  it('is one screen when nothing is wrong, with code 0', async () => {
    const { said, failed } = await run(wellAnswer);
    expect(failed).toBeUndefined();
    for (const service of operatedServices) expect(said).toContain(`${service} `);
    expect(said).toMatch(/payments +ready +0\.2\.0 .* 12\.4 MB +\+1\.0 MB in 2 h 0 min/);
    expect(said).toMatch(/no run is open\nnothing to look at$/);
    const lines = said.split('\n');
    expect(lines.length).toBeLessThan(24);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(130);
  });

  it('says which service gives no answer, and shows the others, with code 1', async () => {
    const { said, failed } = await run((request) => {
      if ('service' in request && request.service === 'sca') {
        throw new OperationRefused('http://sca does not answer: ECONNREFUSED');
      }
      return wellAnswer(request);
    });
    expect(said).toMatch(/sca +no answer/);
    expect(said).toContain('sca gives no answer: http://sca does not answer: ECONNREFUSED');
    expect(said).toMatch(/payments +ready/);
    expect(failed).toBeInstanceOf(OperationRefused);
  });

  it('does not say that no run is open when batch gives no answer', async () => {
    const { said } = await run((request) => {
      if (request.name === 'ListBatchRuns') throw new OperationRefused('away');
      return status;
    });
    expect(said).toContain('whether a run is open is not known');
  });

  it('fails with what is no refusal, such as a bug', async () => {
    const { failed } = await run(() => {
      throw new TypeError('a bug');
    });
    expect(failed).toBeInstanceOf(TypeError);
  });

  it('is JSON for programs', async () => {
    const { said } = await run(wellAnswer, '--json');
    expect(JSON.parse(said)).toMatchObject({
      openRuns: [],
      services: [{ service: 'payments' }, {}, {}, {}, {}],
    });
  });

  it.each([
    [{ ready: false, checks: { kafka: 'down', app: 'up' } }, 'payments is not ready: kafka'],
    [{ ready: false }, 'payments is not ready: it is stopping'],
    [
      { parked: { messages: 3, keys: 2, upTo: '9' } },
      'payments has parked 3 messages of 2 keys: "parked list payments"',
    ],
    [
      { lags: [{ group: 'payments.sca', messages: 1, seconds: 61 }] },
      'payments.sca is behind: 1 message, 1 min',
    ],
    [
      {
        projections: [
          {
            name: 'p',
            kind: 'projection',
            version: 1,
            tableVersion: 1,
            state: 'stopped',
            fault: 'no',
          },
        ],
      },
      'projection p of payments is stopped: no',
    ],
  ] as const)('has a line for what somebody should look at: %j', (other, line) => {
    const services = [
      { service: 'payments', outcome: { ...status, ...other } as ServiceStatus },
    ] as const;
    const text = statusReport({ services, openRuns: [] }, new Date('2030-03-01T12:00:00Z'));
    expect(text.split('\n')).toContain(line);
  });

  it('names the open run, and different releases', () => {
    const services = [
      { service: 'payments', outcome: status },
      { service: 'sca', outcome: { ...status, release: '0.1.9' } },
    ] as const;
    const text = statusReport({ services, openRuns: [openRun] }, new Date('2030-03-01T12:31:00Z'));
    expect(text).toContain(
      'run 2030-03-01-1330 is running since 2030-03-01T12:30:00.000Z, 12 of 40 in progress',
    );
    expect(text).toContain('the services run different releases: 0.2.0, 0.1.9');
  });

  it('does not call a lag zero that was not measured', () => {
    const services = [
      { service: 'payments', outcome: { ...status, lags: [], disk: { bytes: 1 } } },
    ] as const;
    const text = statusReport({ services, openRuns: [] }, new Date('2030-03-01T12:00:00Z'));
    expect(text).toMatch(/payments +ready +0\.2\.0 +2 h 0 min +0 +\? +\? +0 s +1 B +\?/);
  });

  it('writes times and sizes in units for people', () => {
    expect([0, 59, 60, 3599, 3600, 90_000].map(durationText)).toEqual([
      ...['0 s', '59 s', '1 min', '59 min', '1 h 0 min', '1 d 1 h'],
    ]);
    expect([0, 999, 1000, -2_500_000, 3e15].map(bytesText)).toEqual([
      ...['0 B', '999 B', '1.0 kB', '-2.5 MB', '3000.0 TB'],
    ]);
  });
});
