import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kafka, logLevel, type KafkaConfig, type SASLOptions } from 'kafkajs';
import { startLocalKafka, type LocalKafka, type LocalKafkaLogin } from './local-kafka.js';

let folder: string;
let kafka: LocalKafka;
let login: LocalKafkaLogin;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nordgate-kafka-sasl-'));
  kafka = await startLocalKafka({ folder, brokers: 1, security: 'sasl-tls', say: () => undefined });
  if (!kafka.login) throw new Error('a secured cluster without a login');
  login = kafka.login;
});
afterAll(async () => {
  await kafka.stop();
  rmSync(folder, { recursive: true });
});

const sasl = (mechanism: 'plain' | 'scram-sha-512', changed = {}): SASLOptions => ({
  mechanism,
  username: login.username,
  password: login.password,
  ...changed,
});

/** The topics that a client gets to see, or the fault that it meets. */
async function topicsSeenBy(config: Omit<KafkaConfig, 'brokers'>): Promise<string[]> {
  const admin = new Kafka({
    brokers: [...kafka.bootstrap],
    logLevel: logLevel.NOTHING,
    retry: { retries: 0 },
    connectionTimeout: 5_000,
    ...config,
  }).admin();
  try {
    await admin.connect();
    await admin.createTopics({ topics: [{ topic: 'seen' }] });
    return await admin.listTopics();
  } finally {
    await admin.disconnect();
  }
}

it.each(['scram-sha-512', 'plain'] as const)(
  'accepts a client with the password, by %s',
  async (how) => {
    expect(await topicsSeenBy({ ssl: { ca: [login.ca] }, sasl: sasl(how) })).toContain('seen');
  },
);

it.each(['scram-sha-512', 'plain'] as const)('rejects a wrong password, by %s', async (how) => {
  const ssl = { ca: [login.ca] };
  const wrong = topicsSeenBy({ ssl, sasl: sasl(how, { password: 'guessed' }) });
  await expect(wrong).rejects.toThrow(/authentication failed/i);
  const nobody = topicsSeenBy({ ssl, sasl: sasl(how, { username: 'nobody' }) });
  await expect(nobody).rejects.toThrow(/authentication failed/i);
});

it('rejects a client without password, and a client without TLS', async () => {
  await expect(topicsSeenBy({ ssl: { ca: [login.ca] } })).rejects.toThrow();
  await expect(topicsSeenBy({ sasl: sasl('plain') })).rejects.toThrow();
  await expect(topicsSeenBy({})).rejects.toThrow();
});

it('has a self-signed certificate, which a client without it rejects', async () => {
  await expect(topicsSeenBy({ ssl: true, sasl: sasl('plain') })).rejects.toThrow(/self-signed/);
});
