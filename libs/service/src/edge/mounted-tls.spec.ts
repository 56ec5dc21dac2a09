import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import type { Server } from 'node:tls';
import { jest } from '@jest/globals';
import { issueSandboxCa } from '@nordgate/signature/issue';
import { createLog, instrumentsOf, startTelemetry } from '@nordgate/telemetry';
import { eventually } from '@nordgate/testing';
import { SettingsError } from '../host/settings/read-settings.js';
import { followTls, readTls, tlsFilesOf } from './mounted-tls.js';
import type { TlsFiles } from './mounted-tls.js';

// Before the first instrument, which is made once.
const telemetry = startTelemetry({ service: 'test', version: '0' });
afterAll(() => telemetry.stop());

let folder: string;
let files: TlsFiles;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-tls-'));
  files = { server: 'SCA', certificate: join(folder, 'tls.crt'), key: join(folder, 'tls.key') };
  await mount('first');
});
afterEach(() => rm(folder, { recursive: true }));

async function mount(
  commonName: string,
  what: readonly ('certificate' | 'key')[] = ['certificate', 'key'],
  { fromMs, toMs } = { fromMs: -60_000, toMs: 3_600_000 },
) {
  const validFrom = new Date(Date.now() + fromMs);
  const validTo = new Date(Date.now() + toMs);
  const pem = await issueSandboxCa({ validFrom, validTo, commonName, organisation: 'Bank' });
  for (const one of what) await writeFile(files[one], pem[one]);
}

/** In Unix seconds. */
async function endOf(certificate: string): Promise<number> {
  return new X509Certificate(await readFile(certificate)).validToDate.getTime() / 1000;
}

async function nameAt(port: number): Promise<string | string[] | undefined> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { subject } = socket.getPeerCertificate();
  socket.destroy();
  return subject.CN;
}

const environment = { NORDGATE_ENVIRONMENT: 'production' } as const;

describe('the settings of the certificate of a server', () => {
  it('lead to both files', async () => {
    const named = { SCA_TLS_CERT_FILE: files.certificate, SCA_TLS_KEY_FILE: files.key };
    expect(await tlsFilesOf('SCA', { ...environment, ...named })).toEqual(files);
  });

  it.each(['certificate', 'key'] as const)('are refused with nothing but the %s', async (one) => {
    const name = one === 'key' ? 'SCA_TLS_KEY_FILE' : 'SCA_TLS_CERT_FILE';
    const half = tlsFilesOf('SCA', { ...environment, [name]: files[one] });
    await expect(half).rejects.toThrow('SCA_TLS_CERT_FILE and SCA_TLS_KEY_FILE go together');
  });

  it.each([
    ['INTERNAL', 'internal', 'edge'],
    ['GATEWAY', 'edge', 'internal'],
    ['SCA', 'edge', 'internal'],
  ] as const)(
    'may be absent for %s in production only with %s in NORDGATE_PLAINTEXT_TO, not with %s',
    async (server, excepted, other) => {
      const fault = `${server}_TLS_CERT_FILE is required in production, unless NORDGATE_PLAINTEXT_TO names ${excepted}`;
      await expect(tlsFilesOf(server, environment)).rejects.toThrow(fault);
      const wrong = { ...environment, NORDGATE_PLAINTEXT_TO: other };
      await expect(tlsFilesOf(server, wrong)).rejects.toThrow(fault);
      const right = { ...environment, NORDGATE_PLAINTEXT_TO: `kafka,${excepted}` };
      expect(await tlsFilesOf(server, right)).toBeUndefined();
    },
  );

  it('may be absent in the sandbox', async () => {
    expect(await tlsFilesOf('SCA', { NORDGATE_ENVIRONMENT: 'sandbox' })).toBeUndefined();
  });
});

describe('the files of a certificate', () => {
  const log = createLog({ app: 'tls', level: 'silent' });

  it('have to exist and to belong together', async () => {
    await expect(readTls({ ...files, key: join(folder, 'none') })).rejects.toThrow(
      'SCA_TLS_KEY_FILE',
    );
    await mount('another', ['key']);
    await expect(readTls(files)).rejects.toThrow(SettingsError);
  });

  it.each([
    ['has expired', { fromMs: -3_600_000, toMs: -60_000 }, 'the certificate has expired at 20'],
    [
      'is not valid yet',
      { fromMs: 60_000, toMs: 3_600_000 },
      'the certificate is not valid before 20',
    ],
  ])('are refused with a certificate that %s', async (_what, validity, fault) => {
    await mount('another', ['certificate', 'key'], validity);
    await expect(readTls(files)).rejects.toThrow(`SCA_TLS_CERT_FILE: ${fault}`);
  });

  it('are polled: a renewed pair is used, half a pair is not', async () => {
    const server = createServer(await readTls(files)) as unknown as Server;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const said: string[] = [];
    const heard = { ...log, error: () => said.push('kept'), info: () => said.push('renewed') };
    const measured = jest.spyOn(instrumentsOf().secretFileNewer, 'record');
    const behind = () => measured.mock.calls.at(-1);
    const label = { 'nordgate.secret': 'SCA_TLS_CERT_FILE' };
    const unfollow = followTls(server, files, heard, 10);
    try {
      expect(await nameAt(port)).toBe('first');
      await mount('half', ['certificate']);
      await eventually('the old pair is kept', () => said.includes('kept'));
      expect(behind()).toEqual([1, label]);
      expect(await nameAt(port)).toBe('first');
      await mount('second');
      await eventually('the second is served', async () => (await nameAt(port)) === 'second');
      expect(behind()).toEqual([0, label]);
    } finally {
      measured.mockRestore();
      unfollow();
      server.close();
    }
  });

  it('tell when the certificate in use expires, also after a renewal', async () => {
    const server = createServer(await readTls(files)) as unknown as Server;
    const measured = jest.spyOn(instrumentsOf().certificateEnd, 'record');
    const heard = { ...log, error: () => undefined, info: () => undefined };
    const ends = [await endOf(files.certificate)];
    const unfollow = followTls(server, files, heard, 10);
    try {
      await eventually('the first is measured', () => measured.mock.calls.length > 0);
      await mount('second', ['certificate', 'key'], { fromMs: -60_000, toMs: 7_200_000 });
      ends.push(await endOf(files.certificate));
      await eventually('the second is measured', () => measured.mock.calls.at(-1)?.[0] === ends[1]);
      expect(measured.mock.calls[0]).toEqual([ends[0], { 'nordgate.certificate': 'sca-tls' }]);
    } finally {
      unfollow();
      measured.mockRestore();
    }
  });
});
