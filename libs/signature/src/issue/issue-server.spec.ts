import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:tls';
import type { IssuedPem } from './issue.js';
import { issueServerCertificate } from './issue-server.js';
import { issueLocalAuthority } from './local-authority.js';

const minutes = (count: number) => new Date(Date.now() + count * 60_000);
const validity = { validFrom: minutes(-60), validTo: minutes(60) };

let authority: IssuedPem;
let other: IssuedPem;
beforeAll(async () => {
  authority = await issueLocalAuthority({ name: 'One', ...validity });
  other = await issueLocalAuthority({ name: 'Another', ...validity });
});

/** What a client that trusts these authorities says about a server with the certificate. */
async function judge(server: IssuedPem, host: string, trusted: readonly IssuedPem[]) {
  const listening = createServer({ cert: server.certificate, key: server.key });
  listening.on('tlsClientError', () => undefined).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  const ca = trusted.map(({ certificate }) => certificate);
  const socket = connect({ host, port, ca });
  try {
    await once(socket, 'secureConnect');
    return 'trusted';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  } finally {
    socket.destroy();
    listening.close();
  }
}

describe('the certificate of a server of this machine', () => {
  const issued = (more: Partial<typeof validity> = {}) =>
    issueServerCertificate({ authority, name: 'server', ...validity, ...more });

  it.each(['127.0.0.1', 'localhost'])(
    'is trusted at %s by who trusts its authority',
    async (host) => {
      expect(await judge(await issued(), host, [other, authority])).toBe('trusted');
    },
  );

  it('is refused after its end', async () => {
    const ended = await issued({ validTo: minutes(-1) });
    expect(await judge(ended, '127.0.0.1', [authority])).toBe('CERT_HAS_EXPIRED');
  });

  it('is refused by who trusts another authority', async () => {
    const refused = await judge(await issued(), '127.0.0.1', [other]);
    expect(refused).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
  });
});
