import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import type { ConnectionOptions, Server, TLSSocket } from 'node:tls';
import { setTimeout as pause } from 'node:timers/promises';
import { followTls, readTls } from '@nordgate/service/edge';
import type { TlsFiles } from '@nordgate/service/edge';
import { SettingsError } from '@nordgate/service/process';
import { issueSandboxCa } from '@nordgate/signature';
import { createLog } from '@nordgate/telemetry';
import { bytesOf, receivedBy, statusesIn } from '../testing/raw-request.js';
import { startStubbedGateway } from '../testing/stubbed-gateway.js';
import type { StubbedGateway } from '../testing/stubbed-gateway.js';

let folder: string;
let files: TlsFiles;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-tls-'));
  files = { server: 'GATEWAY', certificate: join(folder, 'tls.crt'), key: join(folder, 'tls.key') };
  await mount('first');
});
afterEach(() => rm(folder, { recursive: true }));

async function mount(
  commonName: string,
  what: readonly ('certificate' | 'key')[] = ['certificate', 'key'],
) {
  const validFrom = new Date(Date.now() - 60_000);
  const validTo = new Date(Date.now() + 3_600_000);
  const pem = await issueSandboxCa({ validFrom, validTo, commonName, organisation: 'Bank' });
  for (const one of what) await writeFile(files[one], pem[one]);
}

/** A connection as soon as it is secured. Rejects when either side refuses it. */
async function secured(port: number, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...options });
  await once(socket, 'secureConnect');
  return socket;
}
/** Why no connection comes about; nothing when one does. */
async function refusalOf(port: number, maxVersion: 'TLSv1' | 'TLSv1.1'): Promise<unknown> {
  // The client's own library would not even ask at its usual level.
  const old = { minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0', maxVersion } as const;
  try {
    (await secured(port, old)).destroy();
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}
const tooOld = 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION';
const nameAt = async (port: number) => {
  const socket = await secured(port);
  const { subject } = socket.getPeerCertificate();
  socket.destroy();
  return subject.CN;
};

describe('a gateway with its own certificate', () => {
  let gateway: StubbedGateway;
  let port: number;
  beforeEach(async () => {
    gateway = await startStubbedGateway({ tlsFiles: files });
    port = Number(new URL(gateway.url).port);
  });
  afterEach(() => gateway.stop());

  it('answers over TLS, in HTTP/1.1', async () => {
    expect(gateway.url).toMatch(/^https:/);
    const socket = await secured(port, { ALPNProtocols: ['h2', 'http/1.1'] });
    expect(socket.alpnProtocol).toBe('http/1.1');
    socket.write(bytesOf(['GET /health/live HTTP/1.1', 'host: bank', 'connection: close']));
    expect(statusesIn(await receivedBy(socket))).toEqual([200]);
  });

  it('drops a connection without a request for a new one of the same address', async () => {
    const limits = { connectionsPerAddressMax: 2 };
    const narrow = await startStubbedGateway({ tlsFiles: files, limits });
    try {
      const at = Number(new URL(narrow.url).port);
      const health = bytesOf(['GET /health/live HTTP/1.1', 'host: bank']);
      const spoke = await secured(at);
      spoke.write(health);
      await once(spoke, 'data');
      const silent = await secured(at);
      const ended = receivedBy(silent);
      const third = await secured(at);
      expect(await ended).toBe('');
      for (const socket of [third, spoke]) {
        socket.write(health);
        expect(statusesIn(String(await once(socket, 'data')))).toEqual([200]);
        socket.destroy();
      }
    } finally {
      await narrow.stop();
    }
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('takes %s', async (version) => {
    const socket = await secured(port, { minVersion: version, maxVersion: version });
    expect(socket.getProtocol()).toBe(version);
    socket.destroy();
  });

  it.each(['TLSv1', 'TLSv1.1'] as const)('refuses %s', async (version) => {
    expect(await refusalOf(port, version)).toBe(tooOld);
  });

  it('does not answer plain HTTP', async () => {
    const plain = fetch(`http://127.0.0.1:${String(port)}/health/live`);
    await expect(plain).rejects.toThrow();
  });
});

describe('a gateway without a certificate', () => {
  it('logs at its start that TLS has to end in front of it', async () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const log = createLog({ app: 'stubbed', level: 'info', destination });
    const gateway = await startStubbedGateway({}, { log });
    await gateway.stop();
    expect(lines.join('')).toContain('Terminate TLS 1.2 or higher in front of the gateway');
    expect(gateway.url).toMatch(/^http:/);
  });
});

describe('the files of a certificate', () => {
  const log = createLog({ app: 'tls', level: 'silent' });

  it('have to exist and to belong together', async () => {
    await expect(readTls({ ...files, key: join(folder, 'none') })).rejects.toThrow(
      'GATEWAY_TLS_KEY_FILE',
    );
    await mount('another', ['key']);
    await expect(readTls(files)).rejects.toThrow(SettingsError);
  });

  it('are polled: a renewed pair is used, half a pair is not', async () => {
    const server = createServer(await readTls(files)) as unknown as Server;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const said: string[] = [];
    const heard = { ...log, error: () => said.push('kept'), info: () => said.push('renewed') };
    const unfollow = followTls(server, files, heard, 10);
    try {
      expect(await nameAt(port)).toBe('first');
      await mount('half', ['certificate']);
      while (!said.includes('kept')) await pause(5);
      expect(await nameAt(port)).toBe('first');
      await mount('second');
      while ((await nameAt(port)) !== 'second') await pause(5);
      expect(await refusalOf(port, 'TLSv1.1')).toBe(tooOld);
    } finally {
      unfollow();
      server.close();
    }
  });
});
