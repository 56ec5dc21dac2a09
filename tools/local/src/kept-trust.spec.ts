/** @jest-environment-options {"ownModules": true} */
import { jest } from '@jest/globals';
import { X509Certificate } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeptTrust } from './kept-trust.js';

const start = new Date('2026-11-26T12:00:00Z');
const dayMs = 86_400_000;
const tenYears = 3650;
const inDays = (days: number) => new Date(start.getTime() + days * dayMs);
const names = ['ca', 'demoTpp', 'bankSeal'] as const;

describe('the certificates of a sandbox that runs for years', () => {
  let folder: string;
  let trust: KeptTrust;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nordgate-kept-'));
    trust = await KeptTrust.open(folder, start);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const endsOf = () =>
    names.map((name) => new X509Certificate(trust[name].certificate).validToDate.getTime());

  it('never have less than a year left, whenever the bank looks at them', async () => {
    for (let days = 0; days < 3 * tenYears; days += 30) {
      await trust.renew(inDays(days));
      for (const end of endsOf()) expect(end).toBeGreaterThanOrEqual(inDays(days + 365).getTime());
    }
  });

  it('are renewed once, in their files, and the CA keeps its key', async () => {
    const { key } = trust.ca;
    expect(await trust.renew(inDays(tenYears - 366))).toEqual([]);
    expect(await trust.renew(inDays(tenYears - 364))).toEqual([...names]);
    expect(await trust.renew(inDays(tenYears - 363))).toEqual([]);
    expect(trust.ca.key).toBe(key);
    expect(await readFile(trust.caFile, 'utf8')).toBe(trust.ca.certificate);
    const { certificate } = trust.bankSealFiles;
    expect(await readFile(certificate, 'utf8')).toBe(trust.bankSeal.certificate);
  });

  it('reach who has taken the CA before the renewal', async () => {
    const { ca } = trust;
    const before = ca.certificate;
    await trust.renew(inDays(tenYears));
    expect(ca.certificate).not.toBe(before);
    expect(ca.certificate).toBe(await readFile(trust.caFile, 'utf8'));
  });

  describe('with a clock that moves', () => {
    beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] }));
    afterEach(() => void jest.useRealTimers());
    const said: string[] = [];
    const log = {
      info: (_fields: object, text: string) => said.push(text),
      error: (_fields: object, text: string) => said.push(text),
    };
    const hours = (count: number) => jest.advanceTimersByTimeAsync(count * 3_600_000);

    it('are renewed without a start, and not after the stop', async () => {
      let days = 0;
      said.length = 0;
      const before = trust.ca.certificate;
      const following = trust.follow(log, () => inDays(days));
      await hours(7);
      expect(trust.ca.certificate).toBe(before);
      days = tenYears - 100;
      await hours(6);
      await following.stop();
      expect(said).toEqual(['Test certificates were renewed.']);
      expect(trust.ca.certificate).not.toBe(before);
      days = 3 * tenYears;
      await hours(12);
      expect(said).toHaveLength(1);
    });

    it.each<[string, (caFile: string) => Promise<void>]>([
      ['has no certificate', (caFile) => writeFile(caFile, 'no certificate')],
      ['has gone', (caFile) => rm(caFile)],
      ['cannot be read', (caFile) => rm(caFile).then(() => mkdir(caFile).then(() => undefined))],
    ])('stay as they are while the file of the CA %s, until the next look', async (_is, spoil) => {
      said.length = 0;
      const before = trust.ca.certificate;
      const following = trust.follow(log, () => inDays(tenYears));
      await spoil(trust.caFile);
      await hours(6);
      await following.stop();
      expect(said).toEqual(['The test certificates cannot be renewed.']);
      expect(trust.ca.certificate).toBe(before);
      expect(await readFile(join(folder, 'sandbox', 'ca.key.pem'), 'utf8')).toBe(trust.ca.key);
    });
  });
});
