import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBank } from './running-bank.js';

const seal = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
const older = '-----BEGIN CERTIFICATE-----\nMIIA\n-----END CERTIFICATE-----\n';

describe('the bank that the demo finds', () => {
  let dataDir: string;
  let server: Server;
  let published = seal;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'nordgate-found-'));
    await mkdir(join(dataDir, 'sandbox'));
    await writeFile(join(dataDir, 'sandbox', 'bank-seal.pem'), seal);
    server = createServer((_request, response) => response.end(published)).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(async () => {
    server.close();
    await rm(dataDir, { recursive: true });
  });

  const find = (folder = dataDir) => {
    const { port: gatewayPort } = server.address() as AddressInfo;
    return findBank({ host: '127.0.0.1', gatewayPort, scaPort: 8081, dataDir: folder });
  };

  it('is ours when it publishes the seal of the data folder, also beside another', async () => {
    published = seal;
    expect(await find()).toMatchObject({ is: 'ours' });
    published = older + seal;
    expect(await find()).toMatchObject({ is: 'ours' });
  });

  it('is another one when it publishes another seal, or no seal at all', async () => {
    published = older;
    expect(await find()).toMatchObject({ is: 'other' });
    published = '<h1>It works</h1>';
    expect(await find()).toMatchObject({ is: 'other' });
  });

  it('is another one when the data folder has no seal', async () => {
    published = seal;
    expect(await find(join(dataDir, 'none'))).toMatchObject({ is: 'other' });
  });

  it('is nobody when nothing listens', async () => {
    const gatewayPort = (server.address() as AddressInfo).port;
    server.close();
    await once(server, 'close');
    const expected = { host: '127.0.0.1', gatewayPort, scaPort: 8081, dataDir };
    expect(await findBank(expected)).toEqual({ is: 'nobody' });
  });
});
