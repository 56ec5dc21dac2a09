import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultProfile } from '@nordgate/contracts/profile';
import { mountedProfile } from '@nordgate/service/settings';
import { createLog } from '@nordgate/telemetry';
import { startStubbedGateway } from '../testing/stubbed-gateway.js';
import type { StubbedGateway } from '../testing/stubbed-gateway.js';
import { KeptSwitches, switchesOf } from './kept-switches.source.js';

const profile = defaultProfile('sandbox');
let gateway: StubbedGateway;
let folder: string;
let lines: { msg: string; level: string; fault?: string }[];
const log = createLog({
  app: 'test',
  destination: { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) },
});

beforeAll(async () => {
  gateway = await startStubbedGateway();
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  lines = [];
  folder = await mkdtemp(join(tmpdir(), 'switches-'));
});
afterEach(() => rm(folder, { recursive: true }));

const file = () => join(folder, 'profile.yaml');
const builtIn = join(import.meta.dirname, '../../../../libs/contracts/profiles/sandbox.yaml');
const write = async (switches: string) =>
  writeFile(file(), `${await readFile(builtIn, 'utf8')}\n${switches}\n`);
const sourceIn = () => {
  const settings = { NORDGATE_ENVIRONMENT: 'sandbox', NORDGATE_PROFILE: file() } as const;
  const profileSource = mountedProfile(settings);
  return { profile, ...(profileSource && { profileSource }) };
};

describe('the switches of a profile', () => {
  it('name products and signed operations', () => {
    const switchedOff = {
      products: ['sepa-credit-transfers'],
      operations: ['createSigningBasket'],
    };
    const switches = switchesOf({ switchedOff }, gateway.routes);
    expect([...switches.products, ...switches.operations]).toEqual([
      'sepa-credit-transfers',
      'createSigningBasket',
    ]);
  });

  it.each(['nowhere', 'getStatus', 'getLiveness', 'getDescription'])(
    'cannot name the operation %s',
    (operation) => {
      const switchedOff = { operations: [operation] };
      expect(() => switchesOf({ switchedOff }, gateway.routes)).toThrow(operation);
    },
  );

  it('follow the file without a restart', async () => {
    await write('');
    const kept = await KeptSwitches.open(sourceIn(), gateway.routes, log);
    expect(kept.current.products.size).toBe(0);
    await write('switchedOff: { products: [sepa-credit-transfers] }');
    await kept.look();
    expect([...kept.current.products]).toEqual(['sepa-credit-transfers']);
    expect(lines.map(({ msg }) => msg)).toEqual([
      'The profile was read again. Its switches are in force.',
    ]);
    await write('');
    await kept.look();
    expect(kept.current.products.size).toBe(0);
  });

  it.each(['switchedOff: { products: [gold] }', 'switchedOff: { operations: [nowhere] }', ': :'])(
    'keep the last good ones while the file has %s, and say so once',
    async (fault) => {
      await write('switchedOff: { operations: [createSigningBasket] }');
      const kept = await KeptSwitches.open(sourceIn(), gateway.routes, log);
      await write(fault);
      await kept.look();
      await kept.look();
      expect([...kept.current.operations]).toEqual(['createSigningBasket']);
      expect(lines).toHaveLength(1);
      expect(lines[0]?.level).toBe('error');
    },
  );

  it('stop the start when they cannot be used', async () => {
    await write('switchedOff: { operations: [nowhere] }');
    await expect(KeptSwitches.open(sourceIn(), gateway.routes, log)).rejects.toThrow('nowhere');
  });
});

describe('a gateway with switches', () => {
  it('answers an operation that is off with 503 and Retry-After, and no other one', async () => {
    const switchedOff = { operations: ['createSigningBasket'] };
    const off = await startStubbedGateway({ profile: { ...profile, switchedOff } });
    try {
      const answer = await fetch(`${off.url}/v1/signing-baskets`, { method: 'POST' });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '600']);
      expect(JSON.stringify(await answer.json())).toContain('switched this operation off');
      const durations = (await off.telemetry.scrape())
        .split('\n')
        .filter((line) => line.startsWith('nordgate_http_request_duration_seconds_count'));
      const [away = ''] = durations.filter((line) => line.includes('status_code="503"'));
      // The service levels do not count it: the bank has decided it.
      expect(away).toContain('nordgate_cause="switched-off"');
      const other = await fetch(`${off.url}/v1/signing-baskets/x`);
      expect(other.status).toBe(400);
      const status = (await (await fetch(`${off.url}/v1/status`)).json()) as object;
      expect(status).toMatchObject({ switchedOff: { products: [], ...switchedOff } });
    } finally {
      await off.stop();
    }
  });
});
