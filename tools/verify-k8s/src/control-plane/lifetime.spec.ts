import { jest } from '@jest/globals';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import {
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ControlPlane } from './control-plane.js';
import type { KubernetesPrograms } from './kubernetes-programs.js';
import { withLifetime } from './lifetime.js';

let folder: string;
let events: EventEmitter;
let exits: number[];
const host = (boundMs = 10_000) => ({
  ...{ events, boundMs },
  exit: (code: number) => void exits.push(code),
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nordgate-lifetime-'));
  events = new EventEmitter();
  exits = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A program that notes its process, then does what the script says. */
function program(name: string, script: string): string {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\necho $$ > ${folder}/$$.pid\n${script}\n`, { mode: 0o755 });
  return file;
}

const stubborn = "trap '' TERM INT\nwhile :; do sleep 0.1; done";

function running(): readonly string[] {
  const noted = readdirSync(folder).filter((name) => name.endsWith('.pid'));
  return noted.filter((name) => {
    try {
      return process.kill(Number(name.replace('.pid', '')), 0);
    } catch {
      return false;
    }
  });
}

async function untilRunning(count: number): Promise<void> {
  while (running().length < count) await sleep(10);
}

/** A control plane whose API server never gets ready. */
function start(kubectl: string, apiServer: string): Promise<unknown> {
  program('etcd', `pwd > ${folder}/scratch; exec sleep 60`);
  const programs = {
    kubectl: program('kubectl', kubectl),
    apiServer: program('kube-apiserver', apiServer),
  } as KubernetesPrograms;
  const env = { PATH: folder };
  return withLifetime((life) => ControlPlane.start(life, programs, {}, env), host()).catch(
    (error: unknown) => error,
  );
}

describe.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s', (signal) => {
  const code = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal];

  it('ends every process of a start that waits for its API server, and removes its files', async () => {
    const started = start('sleep 0.01; exit 1', 'exec sleep 60');
    while (!existsSync(join(folder, 'scratch'))) await sleep(10);
    const scratch = readFileSync(join(folder, 'scratch'), 'utf8').trim();
    await untilRunning(2);
    expect(existsSync(scratch)).toBe(true);
    events.emit(signal, signal);
    expect(await started).toBeInstanceOf(Error);
    expect(running()).toEqual([]);
    expect(exits).toEqual([code]);
    expect(existsSync(scratch)).toBe(false);
  });
});

it.each([0, 1, 2, 3, 5, 8, 13, 30, 80, 200])(
  'leaves no process when a signal comes %i ms after the start',
  async (ms) => {
    const started = start('exec sleep 60', 'exec sleep 60');
    if (ms > 0) await sleep(ms);
    events.emit('SIGTERM', 'SIGTERM');
    expect(await started).toBeInstanceOf(Error);
    await sleep(50);
    expect(running()).toEqual([]);
    expect(exits).toEqual([143]);
  },
);

it('does not wait for processes that ignore a signal', async () => {
  const started = start(stubborn, stubborn);
  await untilRunning(3);
  await sleep(100);
  const from = performance.now();
  events.emit('SIGTERM', 'SIGTERM');
  events.emit('SIGTERM', 'SIGTERM');
  await started;
  const took = performance.now() - from;
  expect(running()).toEqual([]);
  expect(exits).toEqual([143]);
  expect(took).toBeLessThan(5000);
});

it('leaves after the bound when the run itself does not end', async () => {
  const stuck = withLifetime(() => new Promise(() => undefined), host(50));
  events.emit('SIGINT', 'SIGINT');
  while (exits.length === 0) await sleep(10);
  expect(exits).toEqual([130]);
  expect(stuck).toBeInstanceOf(Promise);
});

it('kills its processes at once when this process exits without a signal', async () => {
  let finish = (): void => undefined;
  const ended = withLifetime(async (life) => {
    life.start(() => spawn(program('stubborn', stubborn), { stdio: 'ignore' }));
    await new Promise<void>((done) => (finish = done));
  }, host());
  await untilRunning(1);
  events.emit('exit');
  while (running().length > 0) await sleep(10);
  finish();
  await ended;
});

it('ends everything after a run, and reacts to no signal any more', async () => {
  const stops: string[] = [];
  const result = await withLifetime(async (life) => {
    const path = life.folder('nordgate-lifetime-of-a-run-');
    writeFileSync(join(path, 'file'), '');
    life.atEnd(() => Promise.resolve(void stops.push('one')));
    life.atEnd(() => Promise.reject(new Error('stops badly')));
    life.atEnd(() => {
      throw new Error('stops worse');
    });
    life.start(() => spawn(program('server', 'exec sleep 60'), { stdio: 'ignore' }));
    await untilRunning(1);
    return path;
  }, host());
  expect(stops).toEqual(['one']);
  expect(running()).toEqual([]);
  expect(existsSync(result)).toBe(false);
  expect(events.eventNames()).toEqual([]);
  expect(exits).toEqual([]);
});

it('starts nothing after the end', async () => {
  const life = await withLifetime((one) => Promise.resolve(one), host());
  const never = jest.fn<() => ChildProcess>();
  expect(() => life.start(never)).toThrow('the run ends');
  expect(() => life.folder('nordgate-')).toThrow('the run ends');
  expect(never).not.toHaveBeenCalled();
});

it('keeps the error of a run', async () => {
  await expect(withLifetime(() => Promise.reject(new Error('not ready')), host())).rejects.toThrow(
    'not ready',
  );
});

it('holds every process of the tool, and alone listens to signals', () => {
  const folders = join(import.meta.dirname, '..');
  const sources = globSync('**/*.ts', { cwd: folders }).filter((file) => !file.includes('.spec.'));
  const text = (file: string) => readFileSync(join(folders, file), 'utf8');
  const spawning = sources.filter((file) => /\bspawn\(/.test(text(file)));
  expect(spawning.sort()).toEqual(['control-plane/kubectl.ts', 'control-plane/server-process.ts']);
  for (const file of spawning) {
    expect(text(file).match(/\bspawn\(/g)).toEqual(['spawn(']);
    expect(text(file)).toMatch(/life\.start\(\(\) =>\s+spawn\(/);
  }
  expect(sources.filter((file) => /process\.(on|once)\(/.test(text(file)))).toEqual([]);
});
