import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCertificate } from '@nordgate/signature';
import { X509Certificate } from 'node:crypto';
import { runCli } from '../testing/run-cli.js';
import { startSealingBank } from '../testing/sealing-bank.js';
import type { SealingBank } from '../testing/sealing-bank.js';
import { testSeals } from '../testing/test-seals.js';
import type { TestSeals } from '../testing/test-seals.js';
import { openBrowser, processTerminal } from './terminal.js';
import { commandsOf } from './program.js';

let folder: string;
let seals: TestSeals;
let bank: SealingBank;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-verbs-'));
  seals = await testSeals();
  await writeFile(at('demo-tpp.pem'), seals.tpp.certificate);
  await writeFile(at('demo-tpp.key.pem'), seals.tpp.key);
  await writeFile(at('bank-seal.pem'), seals.bank.certificate);
  await writeFile(at('ca.pem'), seals.ca.certificate);
  await writeFile(at('ca.key.pem'), seals.ca.key);
  bank = await startSealingBank(seals.bank);
});
afterAll(async () => {
  await bank.stop();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  bank.answer = {};
  bank.seen.length = 0;
});

const verbs = commandsOf(processTerminal, () => undefined).map((command) => ({
  verb: command.name(),
  takes: command.registeredArguments.length,
}));
const connected = () => ['--sandbox', folder, '--url', bank.url];
const unavailable = JSON.stringify({
  tppMessages: [{ category: 'ERROR', code: 'SYSTEM_ERROR', text: 'Please send it again.' }],
});

describe('standard output of nordgate-tpp', () => {
  it.each(verbs)('has the help of $verb, and standard error nothing', async ({ verb }) => {
    const run = await runCli([verb, '--help']);
    expect([run.code, run.err]).toEqual([0, '']);
    expect(run.out).toContain(`Usage: nordgate-tpp ${verb}`);
  });

  it.each(verbs)(
    'stays empty when $verb is used wrongly, and standard error says so',
    async ({ verb }) => {
      const run = await runCli([verb, '--no-such-option']);
      expect([run.code, run.out]).toEqual([2, '']);
      expect(run.err).toMatch(/^error: /);
    },
  );

  /** A call of each verb that cannot do what it is for; a verb without a row fails the test. */
  const failing: Readonly<Record<string, () => readonly string[]>> = {
    certificate: () => ['--out', folder, '--sandbox', folder, '--ca', at('ca.pem')],
    sign: () => ['GET', '/v1/user', ...connected(), '--cert', at('ca.pem')],
    send: () => ['GET', '/v1/user', ...connected(), '--psu', '--state', at('none.json')],
    explain: () => [at('missing.txt')],
    redirect: () => ['https://tpp.example/back'],
    pay: () => [...connected(), '--state', at('none.json')],
    basket: () => [...connected(), '--state', at('none.json')],
    status: () => ['some-id', ...connected(), '--state', at('none.json')],
    consent: () => [...connected(), '--state', at('none.json')],
    accounts: () => [...connected(), '--state', at('none.json')],
    console: () => connected(),
  };

  it.each(verbs)(
    'stays empty when $verb fails, and standard error has one line about it',
    async ({ verb }) => {
      bank.answer = { status: 503, body: unavailable };
      const run = await runCli([
        verb,
        ...(failing[verb]?.() ?? ['no row in the table of this test']),
      ]);
      expect([run.code === 0, run.out]).toEqual([false, '']);
      expect(run.err.split('\n').filter((line) => line.startsWith('error: '))).toHaveLength(1);
    },
  );

  it('has nothing of the build that npm runs before', () => {
    const script = join(import.meta.dirname, '../../../../tools/copy-assets.mjs');
    const root = join(import.meta.dirname, '../../../..');
    const runs = [1, 2].map(() => spawnSync(process.execPath, [script], { cwd: root }));
    expect(runs.map(({ stdout }) => stdout.toString())).toEqual(['', '']);
    expect(runs[1]?.stderr.toString()).toBe('');
  });
});

describe('a refusal', () => {
  it('is one line in which the wait follows a sentence without its full stop', async () => {
    bank.answer = { status: 503, body: unavailable, headers: { 'retry-after': '2' } };
    const run = await runCli(['status', 'some-id', ...connected(), '--state', at('none.json')]);
    expect(run.err).toBe('error: 503 SYSTEM_ERROR: Please send it again; again in 2 s\n');
  });
});

describe('beside a sandbox', () => {
  const inFolder = ['--sandbox'];

  it('explain refuses what that sandbox refuses', async () => {
    const other = await testSeals();
    await writeFile(at('other.pem'), other.tpp.certificate);
    await writeFile(at('other.key.pem'), other.tpp.key);
    const foreign = ['--cert', at('other.pem'), '--key', at('other.key.pem')];
    const { out: input } = await runCli(['sign', 'GET', '/v1/user', ...connected(), ...foreign]);
    const refused = await runCli(['explain', ...inFolder, folder], { input });
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('no trusted issuer')]);
    const elsewhere = await runCli(['explain', ...inFolder, at('nowhere')], { input });
    expect([elsewhere.code, elsewhere.out]).toEqual([
      0,
      expect.stringContaining('Not checked: who issued'),
    ]);
  });

  it('certificate makes one that the sandbox accepts, and makes a new CA only when asked for', async () => {
    const made = await runCli(['certificate', '--out', at('made'), ...inFolder, folder]);
    expect([made.code, made.err]).toEqual([
      0,
      expect.stringContaining('issued by the CA of the sandbox'),
    ]);
    expect(made.out).toBe(`${at('made/tpp.pem')}\n${at('made/tpp.key.pem')}\n`);
    const identity = ['--cert', at('made/tpp.pem'), '--key', at('made/tpp.key.pem')];
    const { out: input } = await runCli(['sign', 'GET', '/v1/user', ...connected(), ...identity]);
    expect((await runCli(['explain', ...inFolder, folder], { input })).code).toBe(0);
    const own = await runCli(['certificate', '--out', at('own'), ...inFolder, folder, '--new-ca']);
    expect([own.err, own.out.split('\n')]).toEqual([
      '',
      expect.arrayContaining([at('own/ca.pem')]),
    ]);
  });
});

describe('the PSU of the state file', () => {
  const psu = { psuId: 'psu-1', tppSessionId: 'session-1' };
  const state = () => ['--state', at('state.json')];

  beforeEach(async () => {
    const back = 'https://tpp.example/back?psu-id=psu-1&tpp-session-id=session-1&context=PRIVATE';
    await runCli(['redirect', back, '--save', ...connected(), ...state()]);
  });

  it('is sent by send --psu, and by send alone nobody', async () => {
    await runCli(['send', 'GET', '/v1/user', ...connected(), ...state(), '--psu']);
    await runCli(['send', 'GET', '/v1/sandbox/customers', ...connected(), ...state()]);
    const sent = bank.seen.map(({ headers }) => [headers['psu-id'], headers['tpp-session-id']]);
    expect(sent).toEqual([
      [psu.psuId, psu.tppSessionId],
      [undefined, undefined],
    ]);
  });

  it.each([
    ['a payment', [], '{"transactionStatus":"ACTC"}', 'ACTC'],
    ['a basket', ['--basket'], '{"transactionStatus":"RCVD"}', 'RCVD'],
    ['a consent', ['--consent'], '{"consentStatus":"valid"}', 'valid'],
  ])('asks for the status of %s', async (_what, options, body, status) => {
    bank.answer = { body };
    const run = await runCli(['status', 'id-1', ...options, ...connected(), ...state()]);
    expect(run).toEqual({ code: 0, out: `id-1 ${status}\n`, err: '' });
    expect(bank.seen[0]?.headers['psu-id']).toBe(psu.psuId);
  });
});

describe('console', () => {
  const code = '7c1e-90aa-3b5d-41f2-88c0-6d7e-1f35-a2b4';
  const address = 'http://127.0.0.1:8083';
  const _links = { console: { href: address, verbs: ['GET'] } };
  beforeEach(() => {
    bank.answer = { status: 201, body: JSON.stringify({ code, expiresAt: 'soon', _links }) };
  });

  it.each([
    ['opens the browser for a person', { isInteractive: true, isOpened: true }, [], [address]],
    ['says what to do without a browser', { isInteractive: true, isOpened: false }, [], [address]],
    ['opens nothing in a pipe', { isInteractive: false, isOpened: true }, [], []],
    ['opens nothing on demand', { isInteractive: true, isOpened: true }, ['--no-browser'], []],
  ])(
    '%s, and prints the address and the code',
    async (_what, { isInteractive, isOpened }, more, opened) => {
      const seen: string[] = [];
      const browse = (one: string) => {
        seen.push(one);
        return Promise.resolve(isOpened);
      };
      const run = await runCli(['console', ...more, ...connected()], { isInteractive, browse });
      expect([run.code, run.out, seen]).toEqual([0, `${address} ${code}\n`, opened]);
      const hints = { true: /^Enter the code/, false: /^Open the address/ };
      expect(run.err).toMatch(opened.length === 0 ? /^$/ : hints[`${isOpened}`]);
    },
  );
});

describe('opening a browser', () => {
  it.each(['file:///etc/passwd', '-h', 'javascript:alert(1)'])(
    'is refused for %s',
    async (address) => {
      expect(await openBrowser(address)).toBe(false);
    },
  );
});

describe('every signed request', () => {
  it.each(['sign', 'send'])('of %s covers its method, path and query', async (verb) => {
    const args = [verb, 'GET', '/v1/user?a=b', ...connected()];
    const { out } = await runCli(verb === 'sign' ? [...args, '--as', 'string'] : args);
    const sent = Buffer.from(
      /\?B\?(.*)\?=/.exec(String(bank.seen[0]?.headers['signature']))?.[1] ?? '',
      'base64',
    );
    const covered = verb === 'sign' ? out : sent.toString();
    expect(covered).toContain(
      verb === 'sign' ? '(request-target): get /v1/user?a=b\n' : '"(request-target) date',
    );
  });
});

describe('explain names a serial number that is written in another way', () => {
  it.each([
    ['in decimal', (serial: bigint) => String(serial)],
    ['with colons', (serial: bigint) => (hexOf(serial).match(/../g) ?? []).join(':')],
    ['with 0x', (serial: bigint) => `0x${hexOf(serial)}`],
  ])('%s', async (what, spelled) => {
    const serial = parseCertificate(new X509Certificate(seals.tpp.certificate).raw)?.serial ?? 0n;
    const { out } = await runCli(['sign', 'GET', '/v1/user', ...connected()]);
    const input = out.replace(/=\?utf-8\?B\?(.*)\?=/i, (_all, base64: string) =>
      Buffer.from(base64, 'base64')
        .toString()
        .replace(/SN=[0-9A-F]+/, `SN=${spelled(serial)}`),
    );
    const run = await runCli(['explain', '--sandbox', folder], { input });
    expect(run.out).toContain(`Found: SN is the serial number ${what}`);
    expect(run.out).toContain(`SN=${hexOf(serial)}.`);
  });
});

const hexOf = (serial: bigint) => {
  const digits = serial.toString(16).toUpperCase();
  return digits.length % 2 === 0 ? digits : `0${digits}`;
};

describe('an older Node', () => {
  const bin = join(import.meta.dirname, '../../bin/nordgate-tpp.cjs');

  /** The oldest Node that the package names. */
  async function neededNode(): Promise<string> {
    const manifest = await readFile(join(import.meta.dirname, '../../package.json'), 'utf8');
    const { engines } = JSON.parse(manifest) as { engines: { node: string } };
    return engines.node.replace('>=', '');
  }

  /** The command under a Node that says it has another version. */
  async function runAs(node: string) {
    const pretend = at(`node-${node}.cjs`);
    const versions = `Object.defineProperty(process, 'versions', { value: { node: '${node}' } });`;
    const version = `Object.defineProperty(process, 'version', { value: 'v${node}' });`;
    await writeFile(pretend, `${versions}${version}`);
    const run = spawnSync(process.execPath, ['--require', pretend, bin, '--version']);
    return [run.status, run.stdout.toString(), run.stderr.toString()];
  }

  it.each(['12.22.12', '14.21.3', '16.20.2', '18.20.8', '20.20.2', '21.7.3', '22.18.0'])(
    'reads the command as far as the line that names the version which is needed: %s',
    async (node) => {
      const line = `error: nordgate-tpp needs Node ${await neededNode()} or newer, and this is v${node}\n`;
      expect(await runAs(node)).toEqual([2, '', line]);
    },
  );

  it('is none from the version on that the package names', async () => {
    const [major = '', minor = ''] = (await neededNode()).split('.');
    for (const node of [`${major}.${minor}.0`, `${String(Number(major) + 1)}.0.0`]) {
      const [, , error] = await runAs(node);
      expect(error).not.toContain('needs Node');
    }
  });

  const others = ['/usr/bin/node', '/usr/local/bin/node'].filter((path) => existsSync(path));
  it.each(others)('of this machine prints one line, or runs the command: %s', async (path) => {
    const [major = 0, minor = 0] = (await neededNode()).split('.').map(Number);
    const version = execFileSync(path, ['--version']).toString().trim().slice(1);
    const [own = 0, ownMinor = 0] = version.split('.').map(Number);
    const isNew = own > major || (own === major && ownMinor >= minor);
    const { status, stderr } = spawnSync(path, [bin, '--version']);
    expect(stderr.toString().split('\n').length).toBeLessThanOrEqual(2);
    expect([isNew, status]).toEqual([isNew, isNew ? 0 : 2]);
  });

  it('finds no syntax in the command that is newer than Node 12', async () => {
    const esbuild = join(import.meta.dirname, '../../../../node_modules/.bin/esbuild');
    const lowered = ['es2020', 'es2019'].map((target) =>
      execFileSync(esbuild, [
        bin,
        `--target=${target}`,
        '--loader:.cjs=js',
        '--supported:dynamic-import=true',
      ]).toString(),
    );
    expect(lowered[0]).toBe(lowered[1]);
    expect(await readFile(bin, 'utf8')).not.toMatch(/^import |require\(|\?\?|\?\./m);
  });
});
