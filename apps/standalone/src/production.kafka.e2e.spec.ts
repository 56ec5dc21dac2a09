import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DescribedTpp } from '@nordgate/testing';
import { apps } from './config-check/env-files.js';
import { ProductionBank } from './testing/production-bank.js';

const limitMs = 180_000;

describe('a bank in production on Kafka and PostgreSQL with TLS', () => {
  let root: string;
  let bank: ProductionBank;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'nordgate-production-'));
    bank = await ProductionBank.start(root);
  }, limitMs);
  afterAll(async () => {
    await bank.stop();
    await rm(root, { recursive: true, force: true });
  }, limitMs);

  const tpp = () =>
    new DescribedTpp({
      baseUrl: bank.gatewayUrl,
      identity: bank.files.tpp,
      redirectUri: 'https://tpp.example/back',
      seal: bank.files.bankSeal,
    });

  it('answers no plain HTTP at any port', async () => {
    const addresses = [bank.gatewayUrl, bank.scaUrl, ...apps.map((app) => bank.internalUrl(app))];
    const path = '/health/live';
    const plain = await Promise.all(
      addresses.map((address) =>
        fetch(address.replace('https:', 'http:') + path).then(
          ({ status }) => status,
          () => 'none',
        ),
      ),
    );
    expect(plain).toEqual(addresses.map(() => 'none'));
    expect((await fetch(bank.internalUrl('payments') + path)).status).toBe(200);
  });

  it.each([
    ['GET', '/v1/sandbox/customers'],
    ['POST', '/v1/sandbox/initialize'],
    ['POST', '/v1/sandbox/batch-runs'],
  ] as const)('has no route of the sandbox: %s %s', async (method, path) => {
    const { status } = await fetch(bank.gatewayUrl + path, { method });
    expect(status).toBe(404);
  });

  it('sends a new TPP with a signed and sealed answer to the approval site', async () => {
    const answer = await tpp().call({ method: 'GET', path: '/v1/user' });
    expect(answer.status).toBe(401);
    expect(JSON.stringify(answer.json)).toContain(bank.scaUrl);
  });
});
