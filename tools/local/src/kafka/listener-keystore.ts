import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kafka, logLevel } from 'kafkajs';
import type { ConfigResourceTypes, KafkaConfig } from 'kafkajs';
import { patchKafkajs } from '@nordgate/messaging/kafka';
import type { KafkaFolder } from './kafka-folder.js';

/** PEM of a certificate with its chain, and of its key. */
export interface ListenerTls {
  readonly certificate: string;
  readonly key: string;
}

/**
 * Writes the certificate of the listeners of routed clients.
 *
 * @returns the path of a new file: brokers read a file once
 */
export function writeKeystore({ root }: KafkaFolder, { certificate, key }: ListenerTls): string {
  const folder = join(root, 'listeners');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${randomUUID()}.pem`);
  writeFileSync(file, `${key}${certificate}`, { mode: 0o600 });
  return file;
}

/** The settings of a broker for the certificate of a listener. */
export function keystoreSettings(client: string, keystore: string): Record<string, string> {
  const listener = `listener.name.${client.toLowerCase()}`;
  return {
    [`${listener}.ssl.keystore.type`]: 'PEM',
    [`${listener}.ssl.keystore.location`]: keystore,
  };
}

/** A broker as a resource. The enumeration of kafkajs is not in the module that Node loads. */
const broker: ConfigResourceTypes.BROKER = 4;

/** Gives the listeners of these clients at these brokers the certificate in this file. Open connections stay. */
export async function changeKeystore(
  connection: KafkaConfig,
  nodes: readonly number[],
  clients: readonly string[],
  keystore: string,
): Promise<void> {
  patchKafkajs();
  const admin = new Kafka({ ...connection, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    const settings = clients.flatMap((client) =>
      Object.entries(keystoreSettings(client, keystore)),
    );
    const configEntries = settings.map(([name, value]) => ({ name, value }));
    const resources = nodes.map((node) => ({ type: broker, name: String(node), configEntries }));
    await admin.alterConfigs({ validateOnly: false, resources });
  } finally {
    await admin.disconnect();
  }
}
