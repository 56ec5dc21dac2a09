import type { OperatorRequest } from '@nordgate/contracts/commands';
import { operatorRequestFrom } from '@nordgate/contracts/commands';
import { Command } from 'commander';
import { addBatchCommands } from './batch-commands.js';

const paymentId = 'a1f0c3d2e4b5968778695a4b3c2d1e0f';
const tppId = 'PSDNO-FSA-123456789';
const id = expect.any(String) as string;
const at = '2030-03-01T12:30:00.000Z';
const counts = {
  ...{ due: 4, executed: 1, withoutFunds: 1, rejected: 1, held: 1, inProgress: 0, dropped: 2 },
};
const entry = { runId: '2030-03-01-1330', status: 'completed', startedAt: at, completedAt: at };

/** Runs the command line against a bank that answers so. Every request is one that the bank understands. */
async function run(args: readonly string[], outcome: unknown = null) {
  const asked: OperatorRequest[] = [];
  const said: string[] = [];
  const operations = {
    run: (request: OperatorRequest) => {
      asked.push(request);
      return Promise.resolve(outcome);
    },
  };
  const program = new Command();
  addBatchCommands(program, operations, (text) => said.push(text));
  const silent = { writeErr: () => undefined, writeOut: () => undefined };
  for (const one of [program, ...program.commands.flatMap((c) => [c, ...c.commands])]) {
    one.exitOverride().configureOutput(silent);
  }
  await program.parseAsync(['batch', ...args], { from: 'user' });
  for (const request of asked) {
    expect(operatorRequestFrom(JSON.parse(JSON.stringify(request)))).toEqual({ request });
  }
  return { asked, said };
}

describe('batch list', () => {
  it('shows the counts of each run as a table', async () => {
    const { asked, said } = await run(['list'], [{ ...entry, counts }]);
    expect(asked).toEqual([{ name: 'ListBatchRuns' }]);
    const [headings = '', , row = ''] = said.join().split('\n');
    expect(headings.split(/ {2,}/)).toEqual([
      ...['run', 'status', 'started', 'completed', 'due', 'executed', 'no funds', 'rejected'],
      ...['held', 'in progress', 'dropped'],
    ]);
    expect(row.split(/ {2,}/)).toEqual([
      ...['2030-03-01-1330', 'completed', at, at, '4', '1', '1', '1', '1', '0', '2'],
    ]);
  });

  it('says that there was no run', async () => {
    expect((await run(['list'], [])).said).toEqual(['there was no run']);
  });
});

describe('batch show', () => {
  it('shows sums and failures below the counts', async () => {
    const failures = [
      { paymentId, part: 0, code: 'PAYMENT_FAILED', reason: 'no-funds' },
      { paymentId, occurrence: '2030-03-01', code: 'PAYMENT_FAILED', reason: 'not-executable' },
    ];
    const sums = [{ amount: '125.50', currency: 'NOK' }];
    const view = { ...entry, day: '2030-03-01', counts, sums, failures };
    const { asked, said } = await run(['show', entry.runId], view);
    expect(asked).toEqual([{ name: 'ShowBatchRun', runId: entry.runId }]);
    const lines = said.join().split('\n').slice(3);
    expect(lines[0]).toBe('executed 125.50 NOK');
    expect(lines.slice(3).map((line) => line.split(/ {2,}/))).toEqual([
      [paymentId, '0', 'PAYMENT_FAILED', 'no-funds'],
      [paymentId, '2030-03-01', 'PAYMENT_FAILED', 'not-executable'],
    ]);
  });
});

describe('batch run', () => {
  it('names the run that is open', async () => {
    const runs = [{ runId: '2030-03-01-now-1' }];
    const { asked, said } = await run(['run'], { runs, failed: 0 });
    expect(asked).toEqual([{ name: 'StartBatchRun', id }]);
    expect(said).toEqual([
      'run 2030-03-01-now-1 is open; "batch show 2030-03-01-now-1" shows how far it is',
    ]);
  });

  it('says how many runs were opened and queued in the worlds of a sandbox, and how many failed', async () => {
    const [first, second] = ['2030-03-01-now-1.3', '2030-03-01-now-4.7'];
    const following = '2030-03-01-now-5.7';
    const runs = [{ runId: first }, { runId: second, followingRunId: following }];
    const { said } = await run(['run'], { runs, failed: 2 });
    expect(said.join().split('\n')).toEqual([
      'runs opened: 1, queued: 1',
      `run ${first} is open; "batch show ${first}" shows how far it is`,
      `run ${second} is open, and run ${following} follows it; "batch show ${following}" shows how far it is`,
      'no run could be opened in 2 worlds: see the log of batch',
    ]);
  });
});

describe('batch hold and release', () => {
  const why = ['--reason', 'reported by the customer'];
  const reason = 'reported by the customer';

  it.each([
    ['hold', ['--payment', paymentId], { name: 'HoldPayment', paymentId }, 'is held'],
    ['hold', ['--tpp', tppId], { name: 'HoldTpp', tppId }, 'is held'],
    ['release', ['--payment', paymentId], { name: 'ReleasePayment', paymentId }, 'is not held'],
    ['release', ['--tpp', tppId], { name: 'ReleaseHeldTpp', tppId }, 'is not held'],
  ])('%s what %j names, with the reason', async (command, what, request, end) => {
    const { asked, said } = await run([command, ...what, ...why]);
    expect(asked).toEqual([{ ...request, id, reason }]);
    expect(said).toEqual([`${String(what[1])} ${end}`]);
  });

  it.each([
    ['a reason', ['hold', '--payment', paymentId], '--reason'],
    ['a payment or a TPP', ['hold', ...why], '--payment'],
    ['one thing', ['hold', '--payment', paymentId, '--tpp', tppId, ...why], '--tpp'],
    ['a payment that can be', ['hold', '--payment', 'hello', ...why], '32 hexadecimal digits'],
  ])('ask for nothing without %s', async (_what, args, said) => {
    await expect(run(args)).rejects.toThrow(said);
  });
});

describe('the lists of the fraud desk and of outcomes', () => {
  it('show what is held, since when, why and by which operation', async () => {
    const held = [
      { held: { paymentId }, since: at, reason: 'reported', by: 'operator/1' },
      { held: { tppId }, since: at, reason: 'fraud', by: 'operator/2' },
    ];
    const { asked, said } = await run(['holds'], held);
    expect(asked).toEqual([{ name: 'ListHolds' }]);
    const rows = said.join().split('\n').slice(2);
    expect(rows.map((row) => row.split(/ {2,}/))).toEqual([
      [paymentId, at, 'reported', 'operator/1'],
      [tppId, at, 'fraud', 'operator/2'],
    ]);
  });

  it('show transfers without an outcome and outcomes that contradict', async () => {
    const executionId = `${paymentId}_whole`;
    const transfer = { executionId, paymentId, is: 'started', executor: 'core', run: 'r' };
    const overdue = await run(['overdue'], [{ ...transfer, reminders: 2 }]);
    expect(overdue.asked).toEqual([{ name: 'ListOverdueTransfers' }]);
    expect(overdue.said.join().split('\n')[2]?.split(/ {2,}/)).toEqual([
      ...[executionId, paymentId, 'started', 'core', 'r', '2'],
    ]);
    const contradiction = { executionId, known: 'settled', outcome: 'declined', at };
    const contradicted = await run(['contradictions'], [contradiction]);
    expect(contradicted.asked).toEqual([{ name: 'ListContradictions' }]);
    expect(contradicted.said.join().split('\n')[2]?.split(/ {2,}/)).toEqual([
      ...[executionId, 'settled', 'declined', at],
    ]);
  });

  it.each([
    ['holds', 'nothing is held'],
    ['overdue', 'no transfer is overdue'],
    ['contradictions', 'no outcome contradicts'],
  ])('%s says that there is nothing', async (command, said) => {
    expect((await run([command], [])).said).toEqual([said]);
  });
});
