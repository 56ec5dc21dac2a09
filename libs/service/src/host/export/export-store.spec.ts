import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ObjectStore } from '@nordgate/event-store';
import { objectStoreContract } from '@nordgate/event-store/testing';
import { TestBucket } from '../../testing/test-bucket.js';
import { SecretWatch } from '../secrets/secret-watch.js';
import { SettingsError } from '../settings/read-settings.js';
import { BucketError } from './bucket-store.js';
import { objectStoreOf } from './export-store.js';

let folder: string;
let bucket: TestBucket;
let watch: SecretWatch;
let setting: 'EXPORT_STORE_FILE' | 'ARCHIVE_STORE_FILE' = 'EXPORT_STORE_FILE';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-export-'));
  bucket = await TestBucket.start();
  watch = new SecretWatch();
});
afterEach(async () => {
  await bucket.stop();
  await rm(folder, { recursive: true });
});

const file = () => join(folder, 'store.json');
const sandbox = { NORDGATE_ENVIRONMENT: 'sandbox' } as const;
const production = { NORDGATE_ENVIRONMENT: 'production' } as const;

async function opened(
  place: unknown,
  more: object = sandbox,
): Promise<{ readonly value: ObjectStore }> {
  await writeFile(file(), typeof place === 'string' ? place : JSON.stringify(place));
  const files = { EXPORT_STORE_FILE: file(), ARCHIVE_STORE_FILE: file() };
  const found = await objectStoreOf(setting, { ...sandbox, ...more, ...files }, watch);
  if (found === undefined) throw new Error('there is no store');
  return found;
}

describe('a bucket as object store', () => {
  objectStoreContract(async () => (await opened({ ...bucket.place, prefix: 'a/bank/' })).value);

  it('writes all of its objects below its prefix, and lists no others', async () => {
    const { value: store } = await opened({ ...bucket.place, prefix: 'bank/' });
    bucket.objects.set('sca/foreign', Buffer.from('x'));
    await store.put('sca/own', Buffer.from('x'));
    expect([...bucket.objects.keys()]).toEqual(['sca/foreign', 'bank/sca/own']);
    expect(await store.list('sca/')).toEqual(['sca/own']);
  });

  it('is asked again when it answers with 503', async () => {
    const { value: store } = await opened(bucket.place);
    bucket.failures = 2;
    await store.put('sca/own', Buffer.from('x'));
    expect([bucket.requests, bucket.objects.size]).toEqual([3, 1]);
  });

  it('throws BucketError without the secret when it refuses the signature', async () => {
    const { value: store } = await opened({ ...bucket.place, secretAccessKey: 'another secret' });
    const calls = [
      () => store.put('a', Buffer.from('x')),
      () => store.get('a'),
      () => store.list('a'),
    ];
    for (const call of calls) {
      const fault = await call().then(undefined, (error: unknown) => error);
      expect(fault).toBeInstanceOf(BucketError);
      expect(String(fault)).toContain('403');
      expect(String(fault)).not.toContain('another secret');
    }
  });
});

describe.each(['EXPORT_STORE_FILE', 'ARCHIVE_STORE_FILE'] as const)('the file %s', (name) => {
  beforeEach(() => {
    setting = name;
  });

  it('is not read where the setting is absent', async () => {
    expect(await objectStoreOf(setting, sandbox, watch)).toBeUndefined();
  });

  it('names a folder', async () => {
    const { value: store } = await opened({ kind: 'folder', folder: join(folder, 'objects') });
    await store.put('sca/own', Buffer.from('x'));
    expect(await store.list('')).toEqual(['sca/own']);
  });

  it('gives another store when it changes, and keeps the last one while it cannot be used', async () => {
    const live = await opened({ ...bucket.place, secretAccessKey: 'the old secret' });
    await expect(live.value.list('')).rejects.toBeInstanceOf(BucketError);
    await writeFile(file(), JSON.stringify(bucket.place));
    await watch.look();
    expect(await live.value.list('')).toEqual([]);
    await writeFile(file(), 'nothing');
    await watch.look();
    expect(await live.value.list('')).toEqual([]);
  });

  it.each([
    ['no JSON', 'ha', 'holds no JSON object'],
    ['a list', '[]', 'kind: The value must be one of: folder, s3.'],
    ['another kind', { kind: 'ftp' }, 'kind: The value must be one of: folder, s3.'],
    ['a folder without its name', { kind: 'folder' }, 'folder: This member is required.'],
    ['a member that it does not have', { kind: 'folder', folder: '/x', bucket: 'y' }, 'bucket'],
    ['a bucket without a secret', withoutSecret, 'secretAccessKey: This member is required.'],
    [
      'an endpoint with a path',
      { ...aBucket(), endpoint: 'https://s/x' },
      'endpoint: The value must be an http',
    ],
    [
      'a prefix without its last slash',
      { ...aBucket(), prefix: 'a' },
      'prefix: The value must be names',
    ],
    [
      'a bucket in capital letters',
      { ...aBucket(), bucket: 'BANK' },
      'bucket: The value must be the name',
    ],
  ])('is refused with %s, without the secret', async (_what, place, expected) => {
    const given = typeof place === 'function' ? place() : place;
    const fault = await opened(given).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(SettingsError);
    expect(String(fault)).toContain(expected);
    expect(String(fault)).not.toContain('my secret');
  });

  it('needs https in production, unless NORDGATE_PLAINTEXT_TO names export', async () => {
    const fault = await opened(bucket.place, production).catch((error: unknown) => String(error));
    expect(fault).toContain('unless NORDGATE_PLAINTEXT_TO names export');
    const excepted = { ...production, NORDGATE_PLAINTEXT_TO: 'export' };
    expect(await opened(bucket.place, excepted)).toBeDefined();
    expect(
      await opened({ ...aBucket(), endpoint: 'https://s3.example' }, production),
    ).toBeDefined();
  });
});

function aBucket() {
  const own = { bucket: 'bank', accessKeyId: 'me', secretAccessKey: 'my secret' };
  return { kind: 's3', endpoint: 'https://s3.example', ...own };
}

function withoutSecret() {
  return { ...aBucket(), secretAccessKey: undefined };
}
