import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { readConfig } from './config.js';
import { checkStart } from './start-check.js';

const missing = join(import.meta.dirname, 'missing');

describe('the check before a start', () => {
  let other: Server;
  let port: number;
  beforeEach(async () => {
    other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    ({ port } = other.address() as AddressInfo);
  });
  afterEach(() => void other.close());

  it('says in a line each which files are missing and which ports are taken', async () => {
    const config = readConfig({
      NORDGATE_TRUST_DIR: missing,
      NORDGATE_TPP_REGISTER_FILE: missing,
    });
    const ports = [
      { setting: 'GATEWAY_PORT', port },
      { setting: 'SCA_PORT', port: 0 },
    ];
    await expect(checkStart(config, ports)).rejects.toMatchObject({
      faults: [
        `NORDGATE_TPP_REGISTER_FILE: ${missing} cannot be read`,
        `NORDGATE_TRUST_DIR: ${missing} cannot be read`,
        `GATEWAY_PORT: another program listens on port ${String(port)} of 127.0.0.1; stop it, or set another port`,
      ],
    });
  });

  it('names the setting of a profile that is missing', async () => {
    const config = readConfig({ NORDGATE_PROFILE: missing });
    await expect(checkStart(config, [])).rejects.toMatchObject({
      faults: [expect.stringContaining(`NORDGATE_PROFILE: ${missing}: ENOENT`)],
    });
  });

  it('says when the address does not belong to this machine', async () => {
    const config = readConfig({ HOST: '192.0.2.1' });
    await expect(checkStart(config, [{ setting: 'SCA_PORT', port }])).rejects.toMatchObject({
      faults: [`SCA_PORT: port ${String(port)} of 192.0.2.1 cannot be used (EADDRNOTAVAIL)`],
    });
  });

  it('passes when the files are there and the ports are free', async () => {
    const config = readConfig({ NORDGATE_TRUST_DIR: import.meta.dirname });
    other.close();
    await once(other, 'close');
    await expect(checkStart(config, [{ setting: 'SCA_PORT', port }])).resolves.toBeUndefined();
  });
});
