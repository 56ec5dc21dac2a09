import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli, runCliProcess } from '../testing/run-cli.js';
import { startSealingBank } from '../testing/sealing-bank.js';
import type { SealingBank } from '../testing/sealing-bank.js';
import { testSeals } from '../testing/test-seals.js';
import type { TestSeals } from '../testing/test-seals.js';

let folder: string;
let seals: TestSeals;
let bank: SealingBank;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-cli-'));
  seals = await testSeals();
  await writeFile(at('demo-tpp.pem'), seals.tpp.certificate);
  await writeFile(at('demo-tpp.key.pem'), seals.tpp.key);
  await writeFile(at('bank-seal.pem'), seals.bank.certificate);
  await writeFile(at('ca.pem'), seals.ca.certificate);
  await writeFile(at('ca.key.pem'), seals.ca.key);
  await writeFile(at('body.json'), '{"amount":"1.00"}');
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

const send = (...args: string[]) =>
  runCli(['send', ...args, '--sandbox', folder, '--url', bank.url]);
const sign = (...args: string[]) => runCli(['sign', ...args, '--sandbox', folder]);

describe('nordgate-tpp send', () => {
  it('prints the answer and the result of its seal check', async () => {
    bank.answer = { body: '{"customers":[]}' };
    const run = await send('get', '/v1/sandbox/customers');
    expect(run).toEqual({ code: 0, out: '{"customers":[]}\n', err: '200, sealed by the bank\n' });
  });

  it('indents the JSON of an answer for a person', async () => {
    bank.answer = { body: '{"customers":[]}' };
    const options = ['--sandbox', folder, '--url', bank.url];
    const person = await runCli(['send', 'GET', '/v1/x', ...options], { isInteractive: true });
    expect(person.out).toBe('{\n  "customers": []\n}\n');
    bank.answer = { body: 'no JSON' };
    const text = await runCli(['send', 'GET', '/v1/x', ...options], { isInteractive: true });
    expect(text.out).toBe('no JSON\n');
  });

  it('finds the bank and the demo TPP of the environment of npm start', async () => {
    await mkdir(at('data'));
    await symlink(folder, at('data/sandbox'));
    process.env['GATEWAY_PORT'] = new URL(bank.url).port;
    process.env['NORDGATE_DATA_DIR'] = at('data');
    try {
      const run = await runCli(['send', 'GET', '/v1/x']);
      expect([run.code, run.err]).toEqual([0, '200, sealed by the bank\n']);
    } finally {
      delete process.env['GATEWAY_PORT'];
      delete process.env['NORDGATE_DATA_DIR'];
    }
  });

  it('sends a body unchanged, and the given headers', async () => {
    const headers = ['-H', 'PSU-Context: PRIVATE', '-H', 'psu-ip-address:'];
    const run = await send('POST', '/v1/payments/x', '--body', at('body.json'), ...headers, '-i');
    expect(run.code).toBe(0);
    expect(run.out).toContain('signature: =?utf-8?B?');
    expect(bank.seen[0]).toMatchObject({
      body: '{"amount":"1.00"}',
      headers: { 'psu-context': 'PRIVATE', 'content-type': 'application/json' },
    });
    expect(bank.seen[0]?.headers).not.toHaveProperty('psu-ip-address');
  });

  it('ends with 1 and prints the answer when the bank rejects the request', async () => {
    bank.answer = { status: 400, body: '{"tppMessages":[]}' };
    expect(await send('GET', '/v1/x')).toMatchObject({ code: 1, out: '{"tppMessages":[]}\n' });
  });

  it('prints a refusal that the bank does not seal, and says so', async () => {
    const tamper = ({ body }: { body: string }) => ({ headers: {}, body });
    bank.answer = { status: 400, body: '{"tppMessages":[]}', tamper };
    const run = await send('GET', '/v1/x');
    expect([run.code, run.out]).toEqual([1, '{"tppMessages":[]}\n']);
    expect(run.err).toContain('400, not sealed');
    bank.answer = { status: 200, tamper };
    expect((await send('GET', '/v1/x')).code).toBe(3);
  });

  it('ends with 3 and prints nothing when the seal does not hold', async () => {
    bank.answer = { tamper: (sent) => ({ ...sent, body: '{"a":2}' }) };
    const run = await send('GET', '/v1/x');
    expect([run.code, run.out]).toEqual([3, '']);
    expect(run.err).toContain('Digest does not match');
    expect(await send('GET', '/v1/x', '--no-seal')).toMatchObject({
      code: 0,
      err: '200, seal not checked\n',
    });
  });

  it('trusts the published seal by its CA and the bank’s id', async () => {
    const trusting = ['--seal-ca', at('ca.pem'), '--bank'];
    expect((await send('GET', '/v1/x', ...trusting, seals.bankId)).code).toBe(0);
    expect((await send('GET', '/v1/x', ...trusting, 'PSDNO-FSA-1')).code).toBe(3);
  });

  it('ends with 4 when the bank cannot be reached', async () => {
    const run = await runCli([
      'send',
      'GET',
      '/v1/x',
      '--sandbox',
      folder,
      '--url',
      'http://127.0.0.1:1',
    ]);
    expect(run.code).toBe(4);
    expect(run.err).toContain('cannot be reached at 127.0.0.1:1 (ECONNREFUSED)');
    expect(run.err).toContain('--url');
  });

  it.each([
    ['no certificate', ['GET', '/v1', '--sandbox', '/nonexistent'], 'npm start'],
    ['no file', ['GET', '/v1', '--body', '/nonexistent'], 'ENOENT'],
    ['another method', ['BREW', '/v1'], 'one of GET'],
    ['no path', ['GET', 'v1'], 'begins with /'],
    ['no header', ['GET', '/v1', '-H', 'nothing'], 'Name: value'],
    ['a CA alone', ['GET', '/v1', '--seal-ca', 'x'], 'go together'],
    ['no argument', ['GET'], 'missing required argument'],
    ['no such option', ['GET', '/v1', '--fast'], 'unknown option'],
  ])('ends with 2 for %s', async (_what, args, said) => {
    const run = await runCli(['send', '--sandbox', folder, ...args]);
    expect(run.code).toBe(2);
    expect(run.err).toContain(said);
  });
});

describe('nordgate-tpp sign and explain', () => {
  it('agree on a request with a checked issuer', async () => {
    const request = await sign(
      'POST',
      '/v1/payments/x?a=b',
      '-d',
      at('body.json'),
      '--as',
      'request',
    );
    const run = await runCli(['explain', '--trust', folder], { input: request.out });
    expect(run.out).toContain('The bank accepts it: PSDNO-FSA-900000001, PSP_PI.');
    expect(run.code).toBe(0);
  });

  it('agree through a pipe without further options', async () => {
    const { out: input } = await sign('POST', '/v1/signing-baskets', '-d', at('body.json'));
    const run = await runCli(['explain'], { input });
    expect(run.out).toContain('The bank accepts it: PSDNO-FSA-900000001, PSP_PI.');
  });

  it('trust the CAs of NORDGATE_TRUST_DIR and no other', async () => {
    const { out: input } = await sign('GET', '/v1/user');
    await mkdir(at('elsewhere'));
    await writeFile(at('elsewhere/ca.pem'), (await testSeals()).ca.certificate);
    const explained = async (trusted: string) => {
      process.env['NORDGATE_TRUST_DIR'] = trusted;
      try {
        return (await runCli(['explain'], { input })).out;
      } finally {
        delete process.env['NORDGATE_TRUST_DIR'];
      }
    };
    expect(await explained(folder)).not.toContain('Not checked: who issued');
    expect(await explained(at('elsewhere'))).toContain('The certificate has no trusted issuer.');
  });

  it('say how a request line with scheme and host was read', async () => {
    const { out } = await sign('GET', '/v1/user');
    const input = out.replace('GET /v1', 'GET https://bank.example/v1');
    const run = await runCli(['explain'], { input });
    expect(run.code).toBe(0);
    expect(run.out).toContain('The request line has scheme and host (https://bank.example).');
  });

  it('agree on every byte of the signing string', async () => {
    const id = ['-H', 'X-Request-ID: 1', '-H', 'Date: Fri, 20 Nov 2026 10:15:30 GMT'];
    const request = await sign('GET', '/v1/user', ...id, '--as', 'request');
    const text = await sign('GET', '/v1/user', ...id, '--as', 'string');
    await writeFile(at('request.txt'), request.out);
    await writeFile(at('own.txt'), text.out.replace(/\n$/, ''));
    const same = await runCli(['explain', at('request.txt'), '--string', at('own.txt')]);
    expect(same.out).toContain('Yours is the same, octet by octet.');
    await writeFile(at('own.txt'), text.out);
    const longer = await runCli(['explain', at('request.txt'), '--string', at('own.txt')]);
    expect(longer.out).toContain('the bank has it ends, yours "\\n"');
  });

  it('show the difference in a changed request', async () => {
    const { out } = await sign('GET', '/v1/user', '--as', 'request');
    const run = await runCli(['explain'], {
      input: out.replace('tpp.example/back', 'tpp.example/BACK'),
    });
    expect(run.code).toBe(1);
    expect(run.out).toContain('Found: tpp-redirect-uri was signed as "https://tpp.example/back"');
  });

  it('check the Date only when the time is given', async () => {
    const { out } = await sign('GET', '/v1/user', '--as', 'request');
    expect((await runCli(['explain'], { input: out })).code).toBe(0);
    const late = await runCli(['explain', '--at', '2020-01-01'], { input: out });
    expect(late.out).toMatch(
      /Date differs from the time here, \w{3}, \d{2} .* GMT, by more than 60 seconds\./,
    );
  });

  it('print a command that curl can run', async () => {
    const path = "/v1/user?name=O'Hara";
    const { out } = await sign('GET', path, '--as', 'curl');
    const echoed = execFileSync('sh', ['-c', out.replace('curl ', 'printf "%s\\n" ')]).toString();
    expect(echoed.split('\n').slice(0, 4)).toEqual([
      '-sS',
      '-X',
      'GET',
      `http://127.0.0.1:8080${path}`,
    ]);
  });

  it.each([
    ['no request', [], 'hello', 'first line'],
    ['no time', ['--at', 'noon'], 'GET / HTTP/1.1\n', 'no time'],
    ['no folder', ['--trust', '/nonexistent'], 'GET / HTTP/1.1\n', 'ENOENT'],
  ])('end with 2 for %s', async (_what, args, input, said) => {
    const run = await runCli(['explain', ...args], { input });
    expect(run.code).toBe(2);
    expect(run.err).toContain(said);
  });
});

describe('nordgate-tpp certificate', () => {
  it('creates a CA and a seal with the chosen roles, with private keys of mode 0600', async () => {
    const out = at('made');
    const run = await runCli([
      'certificate',
      '--out',
      out,
      '--roles',
      'PSP_AI',
      '--id',
      'PSDNO-FSA-1',
    ]);
    expect(run.code).toBe(0);
    expect((await readdir(out)).sort()).toEqual(['ca.key.pem', 'ca.pem', 'tpp.key.pem', 'tpp.pem']);
    expect((await stat(join(out, 'tpp.key.pem'))).mode & 0o777).toBe(0o600);
    const identity = ['--cert', join(out, 'tpp.pem'), '--key', join(out, 'tpp.key.pem')];
    const { out: request } = await sign('GET', '/v1/user', ...identity, '--as', 'request');
    const explained = await runCli(['explain', '--trust', out], { input: request });
    expect(explained.out).toContain('The bank accepts it: PSDNO-FSA-1, PSP_AI.');
    const again = await runCli(['certificate', '--out', out]);
    expect(again).toMatchObject({ code: 2, err: expect.stringContaining('is there') as string });
  });

  it('creates a seal under a given CA, even an expired one', async () => {
    const out = at('expired');
    const ca = ['--ca', at('ca.pem'), '--ca-key', at('ca.key.pem'), '--days', '-1'];
    expect((await runCli(['certificate', '--out', out, ...ca])).code).toBe(0);
    expect((await readdir(out)).sort()).toEqual(['tpp.key.pem', 'tpp.pem']);
    const identity = ['--cert', join(out, 'tpp.pem'), '--key', join(out, 'tpp.key.pem')];
    const { out: request } = await sign('GET', '/v1/user', ...identity, '--as', 'request');
    const explained = await runCli(['explain', '--trust', folder], { input: request });
    expect(explained.out).toContain('The certificate has expired.');
  });

  it.each([
    ['an unknown role', ['--roles', 'PSP_XX'], 'Roles are'],
    ['half a CA', ['--ca', 'x'], 'go together'],
    ['no days', ['--days', 'many'], 'whole number'],
  ])('ends with 2 for %s', async (_what, args, said) => {
    const run = await runCli(['certificate', '--out', at('none'), ...args]);
    expect(run.code).toBe(2);
    expect(run.err).toContain(said);
  });
});

describe('nordgate-tpp redirect', () => {
  const back = 'https://tpp.example/back?state=own';

  it('prints the headers for later requests', async () => {
    const run = await runCli(['redirect', `${back}&psu-id=p&tpp-session-id=s&context=PRIVATE`]);
    expect(run.code).toBe(0);
    expect(run.out).toContain('PSU-ID: p\nTPP-Session-ID: s\n');
  });

  it('prints why the SCA failed, and ends with 1', async () => {
    const run = await runCli(['redirect', `${back}&status=400&code=SCA_INVALID&message=refused`]);
    expect(run).toMatchObject({ code: 1, out: 'The SCA failed: SCA_INVALID, 400, refused\n' });
  });

  it.each([back, 'nowhere'])('ends with 2 for %s', async (address) => {
    expect((await runCli(['redirect', address])).code).toBe(2);
  });
});

const reading = ['certificate', 'sign', 'send', 'explain', 'redirect'];
const commands = [...reading, 'pay', 'basket', 'consent', 'accounts'];

describe('nordgate-tpp', () => {
  it.each([[], ...commands.map((one) => [one])])(
    'states the exit codes in the help of %s',
    async (...command) => {
      const run = await runCli([...command, '--help']);
      expect(run.code).toBe(0);
      expect(run.out).toContain('Exit codes: 0 done; 1 ');
    },
  );

  it.each([
    ['no amount', ['pay', '--cert', 'x'], 'cannot be read'],
    ['a number that no bank takes', ['pay', '--amount', '1e3'], 'A decimal with a point'],
    ['a comma in an amount', ['basket', '--amount', '1,50'], 'A decimal with a point'],
    ['no time', ['consent', '--wait', 'long'], 'Whole seconds'],
    ['no state', ['accounts', '--state', '/dev/null'], 'is not a state file'],
  ])('ends with 2 for %s', async (_what, args, said) => {
    const run = await runCli([...args, '--sandbox', folder, '--url', bank.url]);
    expect([run.code, run.err]).toEqual([2, expect.stringContaining(said)]);
  });

  it('runs as a process that reads standard input and prints its version', async () => {
    const manifest = join(import.meta.dirname, '..', '..', 'package.json');
    const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
    const printed = await runCliProcess(['--version']);
    expect(printed).toEqual({ code: 0, out: `${version}\n`, err: '' });
    const explained = await runCliProcess(['explain'], 'hello');
    expect([explained.code, explained.err]).toEqual([2, expect.stringContaining('first line')]);
  });
});
