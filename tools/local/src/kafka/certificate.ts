import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KafkaFolder } from './kafka-folder.js';
import { run } from './programs.js';

/**
 * Makes the brokers' key and a certificate for the loopback interface that is its own authority, with
 * the keytool that comes with Java. Returns the certificate as PEM: who trusts it trusts the brokers.
 */
export async function makeCertificate(
  { root, keystore, certificate }: KafkaFolder['tls'],
  password: string,
): Promise<string> {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true, mode: 0o700 });
  // Whoever may list processes sees their arguments, so keytool reads the password from a file.
  const secret = join(root, 'password');
  writeFileSync(secret, password, { mode: 0o600 });
  const store = ['-keystore', keystore, '-storepass:file', secret, '-alias', 'broker'];
  const key = ['-storetype', 'PKCS12', '-keyalg', 'EC', '-groupname', 'secp256r1'];
  const name = ['-dname', 'CN=local Kafka', '-validity', '365'];
  const extensions = ['-ext', 'bc:c=ca:true', '-ext', 'san=ip:127.0.0.1,dns:localhost'];
  await run('keytool', ['-genkeypair', ...store, ...key, ...name, ...extensions], { cwd: root });
  await run('keytool', ['-exportcert', '-rfc', ...store, '-file', certificate], { cwd: root });
  rmSync(secret);
  return readFileSync(certificate, 'utf8');
}
