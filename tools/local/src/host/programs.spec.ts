import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identityOf } from './processes.js';
import { cacheFolder, lastLines, requirePrograms, run } from './programs.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nordgate-programs-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const needed = { java: 'Java 17', mvn: 'Maven' };

const programIn = (name: string, text = '#!/bin/sh\n') =>
  writeFileSync(join(folder, name), text, { mode: 0o755 });

it('names every missing program, and what to install, in one message', () => {
  const missing = () => requirePrograms('a broker', needed, { PATH: `/nowhere:${folder}` });
  expect(missing).toThrow(
    'a broker cannot run on this machine. java is missing: install Java 17. mvn is missing: install Maven.',
  );
  programIn('java');
  expect(missing).not.toThrow(/java/);
  expect(missing).toThrow(/mvn is missing/);
  programIn('mvn');
  expect(missing).not.toThrow();
});

it('does not count a file without execute permission as a program', () => {
  writeFileSync(join(folder, 'java'), '', { mode: 0o644 });
  expect(() => requirePrograms('a broker', needed, { PATH: folder })).toThrow(/java is missing/);
});

it('quotes the last lines of a failed program', async () => {
  programIn('fails', '#!/bin/sh\necho said\necho complained >&2\nexit 3\n');
  await expect(run(join(folder, 'fails'), [], { cwd: folder })).rejects.toThrow(
    /fails failed \(3\): (said \| complained|complained \| said)/,
  );
  await expect(run(join(folder, 'absent'), [], { cwd: folder })).rejects.toThrow('ENOENT');
});

it('ends a program and what the program has started at a signal', async () => {
  programIn('starts', '#!/bin/sh\nsleep 60 &\necho $! > other\nwait\n');
  const ending = new AbortController();
  const { signal } = ending;
  const ended = run(join(folder, 'starts'), [], { cwd: folder, signal });
  const other = join(folder, 'other');
  while (!existsSync(other) || readFileSync(other, 'utf8') === '') await sleep(10);
  ending.abort();
  await expect(ended).rejects.toThrow('starts failed');
  expect(identityOf(Number(readFileSync(other, 'utf8')))).toBeUndefined();
  await expect(run('true', [], { cwd: folder, signal })).rejects.toThrow('abort');
});

it('quotes the end of a log without stack frames', () => {
  const log = 'early\nBindException: taken\n\tat Net.bind\n\t... 3 more\n\nERROR Exiting\n';
  expect(lastLines(log, 2)).toBe('BindException: taken | ERROR Exiting');
});

it('caches in the configured folder, else in the system’s cache', () => {
  const system = { HOME: '/home/me', XDG_CACHE_HOME: '/cache' };
  expect(cacheFolder({ ...system, NORDGATE_CACHE_DIR: '/mine' })).toBe('/mine');
  expect(cacheFolder(system)).toBe('/cache/nordgate');
  expect(cacheFolder({ NORDGATE_CACHE_DIR: '', XDG_CACHE_HOME: '' })).toMatch(/\.cache\/nordgate$/);
});
