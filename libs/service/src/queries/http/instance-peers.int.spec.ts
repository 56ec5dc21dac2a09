import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetTppRequests } from '@nordgate/contracts/queries';
import { EC_P256, opensslCa } from '@nordgate/signature/testing';
import { answering } from '../../testing/queries-contract.js';
import { startQueryProcess, testBearerKeys, testKeyOf } from '../../testing/query-process.js';
import type { QueryProcess } from '../../testing/query-process.js';
import { InProcessQueries } from '../in-process-queries.js';
import { ServiceUnavailableError } from '../query-client.js';
import { HttpQueries } from './http-queries.js';
import { InstancePeers } from './instance-peers.js';
import type { InstancePeersOptions } from './instance-peers.js';
import { CallerTokens } from './tokens.js';
import type { Caller } from './tokens.js';

const query = new GetTppRequests('tpp-1');
const processes: QueryProcess[] = [];
const servers: Server[] = [];
const clients: HttpQueries[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((one) => one.close()));
  await Promise.all(processes.splice(0).map((one) => one.close()));
  for (const server of servers.splice(0)) server.close();
});

/** A gateway that answers with its name. */
async function gateway(name: string, options: Parameters<typeof startQueryProcess>[2] = {}) {
  const { bus } = answering((asked) => [name, (asked as GetTppRequests).tpp]);
  const process = await startQueryProcess('gateway', bus, options);
  processes.push(process);
  return process.server.url;
}

/** The address of a server that accepts connections and is silent. */
async function silentServer(): Promise<string> {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${String((server.address() as { port: number }).port)}`;
}

function clientOf(instances: readonly string[], caller: Caller = 'accounts'): HttpQueries {
  const queries = new HttpQueries({
    ...{ caller, key: testKeyOf(caller), addresses: {}, timeoutMs: 2000 },
    instances: { gateway: instances },
  });
  clients.push(queries);
  return queries;
}

/** A client whose names have these IP addresses. */
function peersWith(
  names: Readonly<Record<string, readonly string[]>>,
  options: Pick<InstancePeersOptions, 'addresses'> & Partial<InstancePeersOptions>,
): InstancePeers {
  const resolve = (name: string) =>
    names[name] ? Promise.resolve(names[name]) : Promise.reject(new Error('ENOTFOUND'));
  const tokens = new CallerTokens({ caller: 'accounts', key: testKeyOf('accounts') });
  return new InstancePeers({ service: 'gateway', tokens, timeoutMs: 2000, resolve, ...options });
}

const nameOf = (url: string) => new URL(url).host;

describe('a query of every instance', () => {
  it('has the answer of each, with its address', async () => {
    const urls = [await gateway('one'), await gateway('two')];
    expect(await clientOf(urls).askEach(query)).toEqual([
      { instance: nameOf(urls[0]!), answer: ['one', 'tpp-1'] },
      { instance: nameOf(urls[1]!), answer: ['two', 'tpp-1'] },
    ]);
  });

  it('has the answers of the others when one is down and one is silent', async () => {
    const [up, down, silent] = [await gateway('up'), await gateway('down'), await silentServer()];
    await processes.pop()?.close();
    const answers = await clientOf([down, up, silent]).askEach(query);
    const error = expect.any(ServiceUnavailableError) as unknown;
    expect(answers).toEqual([
      { instance: nameOf(down), error },
      { instance: nameOf(up), answer: ['up', 'tpp-1'] },
      { instance: nameOf(silent), error },
    ]);
  });

  it('has no answer for a caller whose keys the instance does not have', async () => {
    const keys = {
      get: (id: string) => (id === 'accounts-1' ? testBearerKeys.get(id) : undefined),
    };
    const url = await gateway('one', { keys });
    const error = expect.objectContaining({
      message: expect.stringContaining('status 401') as string,
    }) as unknown;
    expect(await clientOf([url], 'sca').askEach(query)).toEqual([{ instance: nameOf(url), error }]);
    const plain = await fetch(new URL('/internal/queries', url), { method: 'POST' });
    expect([plain.status, plain.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await clientOf([url]).askEach(query)).toHaveLength(1);
    expect((await clientOf([url]).askEach(query))[0]).toHaveProperty('answer');
  });

  it('asks every IP address of a name, and an instance with two names once', async () => {
    const { port } = new URL(await gateway('one'));
    const names = { headless: ['127.0.0.1', '127.0.0.2'], other: ['127.0.0.1'] };
    const addresses = [`http://headless:${port}`, `http://other:${port}`];
    const answers = await peersWith(names, { addresses }).askEach(query);
    expect(answers.map((one) => [one.instance, 'answer' in one])).toEqual([
      [`127.0.0.1:${port}`, true],
      [`127.0.0.2:${port}`, false],
    ]);
  });

  it('does not ask the IPv6 address of an instance that has an IPv4 address, too', async () => {
    const { port } = new URL(await gateway('one'));
    const names = { both: ['::1', '127.0.0.1'] };
    const answers = await peersWith(names, { addresses: [`http://both:${port}`] }).askEach(query);
    expect(answers.map(({ instance }) => instance)).toEqual([`127.0.0.1:${port}`]);
  });

  it('names an address whose name has no IP address, or none in time', async () => {
    const addresses = ['http://unknown:8090', 'http://slow:8090'];
    const resolve = (name: string) =>
      name === 'slow' ? new Promise<never>(() => undefined) : Promise.reject(new Error('none'));
    const answers = await peersWith({}, { addresses, resolve }).askEach(query);
    expect(answers).toEqual(
      ['unknown:8090', 'slow:8090'].map((instance) => ({
        instance,
        error: expect.any(ServiceUnavailableError) as unknown,
      })),
    );
  });

  it('checks the certificate for the name, not for the IP address', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nordgate-instances-'));
    const own = {
      altNames: 'DNS:gateways',
      newKey: EC_P256,
      keyUsage: 'keyCertSign,digitalSignature',
    };
    const pem = await opensslCa({ subject: '/CN=gateways', ...own });
    const files = { certificate: join(folder, 'tls.crt'), key: join(folder, 'tls.key') };
    await writeFile(files.certificate, pem.certificate);
    await writeFile(files.key, pem.key);
    const { port } = new URL(await gateway('one', { tls: { server: 'INTERNAL', ...files } }));
    const names = { gateways: ['127.0.0.1'], others: ['127.0.0.1'] };
    const askAt = async (name: string) => {
      const options = { addresses: [`https://${name}:${port}`], ca: { value: pem.certificate } };
      return (await peersWith(names, { ...options, timeoutMs: 5000 }).askEach(query))[0];
    };
    expect(await askAt('gateways')).toHaveProperty('answer', ['one', 'tpp-1']);
    expect(await askAt('others')).toHaveProperty('error');
    await rm(folder, { recursive: true });
  });

  it('has the answer of the own process, or names the service that does not answer yet', async () => {
    const queries = new InProcessQueries();
    expect(await queries.askEach(query)).toEqual([
      { instance: 'gateway', error: expect.any(ServiceUnavailableError) as unknown },
    ]);
    queries.register('gateway', answering(() => ['own']).bus);
    expect(await queries.askEach(query)).toEqual([{ instance: 'gateway', answer: ['own'] }]);
  });
});
