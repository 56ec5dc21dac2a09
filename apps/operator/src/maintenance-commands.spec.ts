import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operatorRequestFrom } from '@nordgate/contracts/commands';
import type { OperatorRequest } from '@nordgate/contracts/commands';
import { operatorProgram } from './operator-program.js';

const window = {
  from: '2096-11-28T01:00:00.000Z',
  until: '2096-11-28T03:00:00.000Z',
  readsGoOn: true,
};
const contacts = [
  { tppId: 'PSDNO-FSA-100000001', email: 'operations@one.example', since: '' },
  { tppId: 'PSDNO-FSA-100000002', email: 'operations@two.example', since: '' },
];

/** Runs the command line against a bank with these windows. */
async function run(args: readonly string[], windows = [window], env: NodeJS.ProcessEnv = {}) {
  const asked: OperatorRequest[] = [];
  const said: string[] = [];
  const operations = {
    run: (request: OperatorRequest) => {
      asked.push(request);
      if (request.name === 'ListTppContacts') return Promise.resolve(contacts);
      return Promise.resolve(request.name === 'ListMaintenance' ? windows : { windows });
    },
  };
  const program = operatorProgram(operations, (text) => said.push(text), env);
  const silent = { writeErr: () => undefined, writeOut: () => undefined };
  for (const one of [program, ...program.commands, ...program.commands.flatMap((c) => c.commands)])
    one.exitOverride().configureOutput(silent);
  const fault = await program
    .parseAsync(['maintenance', ...args], { from: 'user' })
    .then(() => undefined)
    .catch((error: unknown) => (error as Error).message);
  return { asked, said, fault };
}

describe('the maintenance commands of the operator', () => {
  it.each([
    [
      ['plan', '--from', '2096-11-28T02:00:00+01:00', '--until', window.until, '--reads'],
      { name: 'PlanMaintenance', ...window },
    ],
    [
      ['begin', '--until', window.until],
      { name: 'PlanMaintenance', until: window.until, readsGoOn: false },
    ],
    [['end'], { name: 'EndMaintenance' }],
    [['end', '--from', window.from], { name: 'EndMaintenance', from: window.from }],
    [['list'], { name: 'ListMaintenance' }],
  ])('%j asks for what the bank understands, and shows the windows', async (args, request) => {
    const { asked, said } = await run(args);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject(request);
    expect(operatorRequestFrom(JSON.parse(JSON.stringify(asked[0])))).toEqual({
      request: asked[0],
    });
    expect(said.join()).toContain('2096-11-28T01:00:00.000Z  2096-11-28T03:00:00.000Z  go on');
  });

  it.each([
    [['plan', '--until', window.until], '--from'],
    [['begin'], '--until'],
    [['begin', '--until', '2096-11-28T03:00:00'], 'offset from UTC'],
    [['announce'], 'choose --file <path>, or --mail'],
    [['announce', '--mail'], 'mail is off: set OPERATOR_MAIL_URL and OPERATOR_MAIL_FROM'],
    [['announce', '--file', 'x', '--from', '2096-11-28T01:00:01Z'], 'there is no such window'],
  ])('%j is refused', async (args, fault) => {
    expect((await run(args)).fault).toContain(fault);
  });
});

describe('an announcement', () => {
  it('is a line of JSON for each TPP in a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'notices-'));
    try {
      const file = join(folder, 'notices.jsonl');
      const { said } = await run(['announce', '--file', file]);
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
      const notices = lines.map((line) => JSON.parse(line) as Record<string, string>);
      expect(notices.map(({ tppId, to }) => [tppId, to])).toEqual(
        contacts.map(({ tppId, email }) => [tppId, email]),
      );
      expect(notices[0]?.text).toContain(`from ${window.from} until ${window.until}`);
      expect(notices[0]?.text).not.toContain('PSDNO-FSA-100000002');
      expect(said).toEqual([`2 notices are in ${file}`]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is one mail for each TPP, and names a TPP that it did not reach', async () => {
    const server = await aMailServer('operations@two.example');
    try {
      const env = {
        OPERATOR_MAIL_URL: `smtp://127.0.0.1:${String(server.port)}`,
        OPERATOR_MAIL_FROM: 'operations@bank.example',
      };
      const { said, fault } = await run(['announce', '--mail'], [window], env);
      expect(said.at(-1)).toBe('1 of 2 notices are sent');
      expect(fault).toBe('not sent to PSDNO-FSA-100000002');
      expect(server.recipients).toEqual([['operations@one.example']]);
    } finally {
      server.stop();
    }
  });

  it('goes to no server beyond this machine without TLS', async () => {
    const env = { OPERATOR_MAIL_URL: 'http://mail.example', OPERATOR_MAIL_FROM: 'a@bank.example' };
    expect((await run(['announce', '--mail'], [window], env)).fault).toContain('smtp://');
    const withPassword = { ...env, OPERATOR_MAIL_URL: 'smtps://a:secret@mail.example' };
    const { fault } = await run(['announce', '--mail'], [window], withPassword);
    expect(fault).toContain('without a password');
    const named = { ...env, OPERATOR_MAIL_URL: 'smtps://a@mail.example' };
    expect((await run(['announce', '--mail'], [window], named)).fault).toContain(
      'OPERATOR_MAIL_PASSWORD_FILE',
    );
  });
});

/** A mail server (RFC 5321) that refuses one recipient, and notes those of each message that it takes. */
async function aMailServer(refused: string) {
  const recipients: string[][] = [];
  const server = createServer((socket) => {
    let [to, isData]: [string[], boolean] = [[], false];
    socket.write('220 mail.example\r\n');
    socket.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\r\n').slice(0, -1)) {
        if (isData && line !== '.') continue;
        const [, address = ''] = /^RCPT TO:<(.*?)>/.exec(line) ?? [];
        if (isData) {
          recipients.push(to);
          to = [];
        } else if (address !== '' && address !== refused) to.push(address);
        isData = line === 'DATA';
        const answer = isData ? '354 go on' : address === refused ? '550 unknown' : '250 ok';
        socket.write(`${line === 'QUIT' ? '221 bye' : answer}\r\n`);
      }
    });
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, recipients, stop: () => void server.close() };
}
