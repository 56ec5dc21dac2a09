import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import type { ConnectionOptions, TLSSocket } from 'node:tls';
import type { TlsFiles } from '@nordgate/service/edge';
import { issueSandboxCa } from '@nordgate/signature/issue';
import { createLog } from '@nordgate/telemetry';
import { bytesOf, receivedBy, statusesIn } from '../testing/raw-request.js';
import { startStubbedGateway } from '../testing/stubbed-gateway.js';
import type { StubbedGateway } from '../testing/stubbed-gateway.js';

let folder: string;
let files: TlsFiles;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-tls-'));
  files = { server: 'GATEWAY', certificate: join(folder, 'tls.crt'), key: join(folder, 'tls.key') };
  const validFrom = new Date(Date.now() - 60_000);
  const validTo = new Date(Date.now() + 3_600_000);
  const pem = await issueSandboxCa({
    ...{ validFrom, validTo },
    ...{ commonName: 'gateway', organisation: 'Bank' },
  });
  await writeFile(files.certificate, pem.certificate);
  await writeFile(files.key, pem.key);
});
afterEach(() => rm(folder, { recursive: true }));

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
