import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { goProgram, toolchain } from './go-program.js';
import { checksumOf } from './module-zip.js';

const prefix = `golang.org/toolchain@v0.0.1-go${toolchain.version}.test-cpu`;
const entry = (path: string, text: string) => ({
  ...{ name: `${prefix}/${path}`, content: Buffer.from(text) },
});
const files = [entry('bin/go', '#!/bin/sh\n'), entry('VERSION', 'go'.repeat(50))];
files.push(entry('pkg/tool/test_cpu/compile', 'compiler'));

/** A zip file whose entries are deflated. */
function zipOf(entries: typeof files): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const packed = deflateRawSync(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50);
    local.writeUInt16LE(8, 8);
    local.writeUInt16LE(name.length, 26);
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50);
    record.writeUInt16LE(8, 10);
    record.writeUInt32LE(packed.length, 20);
    record.writeUInt16LE(name.length, 28);
    record.writeUInt32LE(offset, 42);
    central.push(record, Buffer.from(name));
    parts.push(local, Buffer.from(name), packed);
    offset += local.length + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...central, end]);
}

let folder: string;
let env: NodeJS.ProcessEnv;
let server: Server;
let zip = zipOf(files);
const paths: (string | undefined)[] = [];
const said: string[] = [];

beforeEach(async () => {
  paths.length = 0;
  said.length = 0;
  zip = zipOf(files);
  folder = mkdtempSync(join(tmpdir(), 'nordgate-go-'));
  server = createServer(({ url }, answer) => {
    paths.push(url);
    answer.end(zip);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  env = {
    ...{ NORDGATE_CACHE_DIR: join(folder, 'cache'), PATH: folder },
    GOPROXY: `http://127.0.0.1:${String(port)}/,direct`,
  };
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await once(server.close(), 'close');
});

const machine = (version: string) =>
  writeFileSync(join(folder, 'go'), `#!/bin/sh\necho go${version}\n`, { mode: 0o755 });
const find = (checksum = checksumOf(files)) =>
  goProgram('1.25', (line) => void said.push(line), env, {
    ...{ platform: 'test-cpu', checksums: { 'test-cpu': checksum } },
  });

describe('the Go of a build', () => {
  it.each(['1.25', '1.26.8', '2.0.1'])('is the Go %s of the machine', async (version) => {
    machine(version);
    expect(await find()).toBe('go');
    expect(paths).toEqual([]);
  });

  it.each([undefined, '1.24.9'])('is fetched once where the machine has %s', async (version) => {
    if (version !== undefined) machine(version);
    const program = await find();
    expect(await find()).toBe(program);
    expect(paths).toEqual([`/golang.org/toolchain/@v/v0.0.1-go${toolchain.version}.test-cpu.zip`]);
    expect(readFileSync(program, 'utf8')).toBe('#!/bin/sh\n');
    const compiler = join(program, '../../pkg/tool/test_cpu/compile');
    expect([program, compiler].map((path) => statSync(path).mode & 0o777)).toEqual([0o755, 0o755]);
    expect(said).toHaveLength(1);
  });

  it('is not taken from a registry that gives other bytes', async () => {
    await expect(find('h1:another')).rejects.toThrow('not h1:another');
    expect(existsSync(join(folder, 'cache', `go-${toolchain.version}`, 'test-cpu'))).toBe(false);
  });

  it('names the registry that does not answer', async () => {
    env['GOPROXY'] = 'http://127.0.0.1:1';
    await expect(find()).rejects.toThrow(
      /this machine has no Go, and http:\/\/127.0.0.1:1\/golang.+zip gives none: .*bad port/,
    );
  });

  it('never writes outside of the cache', async () => {
    const outside = [...files, entry('../../../stolen', 'x')];
    zip = zipOf(outside);
    await expect(find(checksumOf(outside))).rejects.toThrow('has a file');
    expect(existsSync(join(folder, 'stolen'))).toBe(false);
  });

  it('has to be installed on a platform without a pinned toolchain', async () => {
    machine('1.22.1');
    const found = goProgram('1.25', () => undefined, env, { platform: 'plan9-mips' });
    await expect(found).rejects.toThrow('this machine has Go 1.22.1: install Go 1.25 or newer');
  });
});
