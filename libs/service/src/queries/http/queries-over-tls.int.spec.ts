import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetPayment } from '@nordgate/contracts/queries';
import { defined } from '@nordgate/decider';
import { EC_P256, opensslCa } from '@nordgate/signature/testing';
import type { TlsFiles } from '../../edge/mounted-tls.js';
import { answering } from '../../testing/queries-contract.js';
import { startQueryProcess, testKeyOf } from '../../testing/query-process.js';
import type { QueryProcess } from '../../testing/query-process.js';
import { HttpQueries } from './http-queries.js';

let folder: string;
let ca: string;
let process: QueryProcess;
const clients: HttpQueries[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-internal-tls-'));
  const keyUsage = 'keyCertSign,digitalSignature';
  const own = { altNames: 'IP:127.0.0.1', newKey: EC_P256, keyUsage };
  const pem = await opensslCa({ subject: '/CN=payments', ...own });
  ca = pem.certificate;
  const tls: TlsFiles = {
    server: 'INTERNAL',
    certificate: join(folder, 'tls.crt'),
    key: join(folder, 'tls.key'),
  };
  await writeFile(tls.certificate, pem.certificate);
  await writeFile(tls.key, pem.key);
  const service = answering(() => ({ is: 'good' }));
  process = await startQueryProcess('payments', service.bus, { tls });
});
afterAll(async () => {
  await Promise.all(clients.map((one) => one.close()));
  await process.close();
  await rm(folder, { recursive: true });
});

function ask(address: string, trusted?: string): Promise<unknown> {
  const queries = new HttpQueries({
    caller: 'gateway',
    key: testKeyOf('gateway'),
    addresses: { payments: address },
    ...defined({ ca: trusted === undefined ? undefined : { value: trusted } }),
  });
  clients.push(queries);
  return queries.ask(new GetPayment('tpp-1', 'p-1'));
}

describe('queries over TLS', () => {
  it('are answered by a process whose certificate the given authority has issued', async () => {
    expect(process.server.url).toMatch(/^https:/);
    expect(await ask(process.server.url, ca)).toEqual({ is: 'good' });
  });

  it('are answered when its authority is one of several, as while an authority is replaced', async () => {
    const { certificate } = await opensslCa({ subject: '/CN=other', newKey: EC_P256 });
    expect(await ask(process.server.url, `${certificate}${ca}`)).toEqual({ is: 'good' });
    expect(await ask(process.server.url, `${ca}${certificate}`)).toEqual({ is: 'good' });
  });

  it('are not sent to a process whose authority is not the given one', async () => {
    const { certificate } = await opensslCa({ subject: '/CN=other', newKey: EC_P256 });
    await expect(ask(process.server.url, certificate)).rejects.toThrow('gave no answer');
    await expect(ask(process.server.url)).rejects.toThrow('gave no answer');
  });

  it('are not sent to a process whose certificate has another name', async () => {
    const other = process.server.url.replace('127.0.0.1', 'localhost');
    await expect(ask(other, ca)).rejects.toThrow('gave no answer');
  });

  it('follow the mounted authorities on new connections, without a restart', async () => {
    const other = await opensslCa({ subject: '/CN=other', newKey: EC_P256 });
    const mounted = { value: other.certificate };
    const queries = new HttpQueries({
      ...{ caller: 'gateway', key: testKeyOf('gateway'), ca: mounted },
      addresses: { payments: process.server.url },
    });
    clients.push(queries);
    const answer = () => queries.ask(new GetPayment('tpp-1', 'p-1'));
    await expect(answer()).rejects.toThrow('gave no answer');
    mounted.value = other.certificate + ca;
    expect(await answer()).toEqual({ is: 'good' });
  });

  it('get no answer over plain HTTP', async () => {
    const plain = process.server.url.replace('https:', 'http:');
    await expect(ask(plain, ca)).rejects.toThrow('gave no answer');
  });
});
