import type { OperatorRequest } from '@nordgate/contracts';
import { operatorRequestFrom } from '@nordgate/contracts';
import { operatorProgram } from './operator-program.js';

const tppId = 'PSDNO-FSA-123456789';

/** Runs the command line against a bank that answers so. */
async function run(args: readonly string[], outcome: unknown = null) {
  const asked: OperatorRequest[] = [];
  const said: string[] = [];
  const operations = {
    run: (request: OperatorRequest) => {
      asked.push(request);
      return Promise.resolve(outcome);
    },
  };
  const program = operatorProgram(operations, (text) => said.push(text));
  const silent = { writeErr: () => undefined, writeOut: () => undefined };
  for (const one of [
    program,
    ...program.commands,
    ...program.commands.flatMap((c) => c.commands),
  ]) {
    one.exitOverride().configureOutput(silent);
  }
  await program.parseAsync(args, { from: 'user' });
  return { asked, said };
}

describe("the operator's command line", () => {
  it('stops a TPP until a day', async () => {
    const { asked, said } = await run([
      'tpp',
      'stop',
      tppId,
      '--until',
      '2027-01-31',
      '--reason',
      'too many requests',
    ]);
    expect(asked).toEqual([
      {
        name: 'StopTpp',
        id: expect.any(String) as string,
        tppId,
        until: '2027-01-31',
        reason: 'too many requests',
      },
    ]);
    expect(said).toEqual([`${tppId} is stopped until 2027-01-31`]);
  });

  it('stops a TPP for ever, and releases it, with requests that the bank understands', async () => {
    const stop = await run(['tpp', 'stop', tppId, '--reason', 'fraud']);
    const release = await run(['tpp', 'release', tppId]);
    for (const request of [...stop.asked, ...release.asked]) {
      expect(operatorRequestFrom(JSON.parse(JSON.stringify(request)))).toEqual({ request });
    }
    expect([...stop.said, ...release.said]).toEqual([
      `${tppId} is stopped without an end`,
      `${tppId} is not stopped`,
    ]);
  });

  it('asks nothing without a reason', async () => {
    await expect(run(['tpp', 'stop', tppId])).rejects.toThrow('--reason');
  });

  it('lists who is stopped as a table', async () => {
    const since = '2026-11-20T10:00:00.000Z';
    const { said } = await run(
      ['tpp', 'list'],
      [
        { tppId, until: '2027-01-31', reason: 'too many requests', since },
        { tppId: 'PSDSE-FINA-1', reason: 'fraud', since },
      ],
    );
    expect(said.join().split('\n')).toEqual([
      'TPP                  until       since                     reason',
      '-------------------  ----------  ------------------------  -----------------',
      'PSDNO-FSA-123456789  2027-01-31  2026-11-20T10:00:00.000Z  too many requests',
      'PSDSE-FINA-1         for ever    2026-11-20T10:00:00.000Z  fraud',
    ]);
  });

  it('says that nobody is stopped', async () => {
    expect((await run(['tpp', 'list'], [])).said).toEqual(['nobody is stopped']);
  });
});
