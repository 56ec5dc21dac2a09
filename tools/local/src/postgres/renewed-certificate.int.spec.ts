import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { issueLocalAuthority, issueServerCertificate } from '@nordgate/signature/issue';
import { eventually } from '@nordgate/testing';
import { startEmbeddedServer } from './embedded-server.js';

const hourMs = 3_600_000;

async function newCertificate(name: string) {
  const validity = {
    validFrom: new Date(Date.now() - hourMs),
    validTo: new Date(Date.now() + hourMs),
  };
  const authority = await issueLocalAuthority({ name, ...validity });
  const server = await issueServerCertificate({ authority, name: 'server', ...validity });
  return { ca: authority.certificate, server };
}

it('a server presents a renewed certificate to new connections, and keeps the open ones', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nordgate-renewed-'));
  chmodSync(folder, 0o755);
  const [old, renewed] = [await newCertificate('Old'), await newCertificate('New')];
  const log = () => undefined;
  const server = await startEmbeddedServer({
    ...{ dataDir: folder, durable: false, tls: old.server, log },
  });
  const connected = async (ca: string) => {
    const client = new Client({ connectionString: server.url('postgres'), ssl: { ca } });
    await client.connect();
    return client;
  };
  const isTrusted = (ca: string) =>
    connected(ca).then(
      (client) => client.end().then(() => true),
      () => false,
    );
  try {
    const open = await connected(old.ca);
    expect(await isTrusted(renewed.ca)).toBe(false);
    server.renewTls(renewed.server);
    await eventually('the new certificate is there', () => isTrusted(renewed.ca));
    expect(await isTrusted(old.ca)).toBe(false);
    expect((await open.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await open.end();
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
});
