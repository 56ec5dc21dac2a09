import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { javaFlags } from './broker-process.js';
import type { BrokerCode } from './broker-process.js';
import { brokerProperties } from './broker-properties.js';
import type { LocalSecurity } from './broker-properties.js';
import type { ClusterPlan, RoutedListener } from './broker-plan.js';
import type { KafkaFolder } from './kafka-folder.js';
import { run } from '../host/programs.js';

/** The settings for preparing brokers. */
interface BrokerDataSettings {
  readonly folder: KafkaFolder;
  readonly plan: ClusterPlan;
  readonly security: LocalSecurity;
  readonly code: BrokerCode;
  readonly routed?: readonly RoutedListener[];
  readonly routedKeystore?: string | undefined;
}

/**
 * Writes a broker's settings and creates its data folder unless it exists. The folder gets its final
 * name only when it is complete, so a process that is killed in between leaves nothing that looks like
 * data.
 */
export async function prepareBroker(settings: BrokerDataSettings, node: number): Promise<void> {
  const own = settings.folder.node(node);
  mkdirSync(own.root, { recursive: true });
  if (!existsSync(own.data)) await format(settings, node);
  writeAsSecret(own.properties, propertiesOf(settings, node, own.data));
}

/** Every cluster has the users of a secured cluster, so its security can change between starts. */
async function format(settings: BrokerDataSettings, node: number): Promise<void> {
  const { plan, code } = settings;
  const own = settings.folder.node(node);
  const draft = `${own.data}.new`;
  const properties = join(own.root, 'format.properties');
  const args = join(own.root, 'format.args');
  rmSync(draft, { recursive: true, force: true });
  writeAsSecret(properties, propertiesOf({ ...settings, security: 'plaintext' }, node, draft));
  const user = `SCRAM-SHA-512=[name=nordgate,password=${plan.passwords.nordgate}]`;
  const flags = ['-t', plan.id, '-c', basename(properties), '--add-scram', user];
  // The process list shows arguments, so the tool reads the password from a file.
  writeAsSecret(args, ['format', ...flags].join('\n'));
  const tool = ['kafka.tools.StorageTool', `@${basename(args)}`];
  await run('java', [...javaFlags(code, 'quickly'), ...tool], { cwd: own.root });
  rmSync(args);
  rmSync(properties);
  renameSync(draft, own.data);
}

function propertiesOf(settings: BrokerDataSettings, node: number, data: string): string {
  const { folder, plan, security, routed = [], routedKeystore } = settings;
  const { root } = folder.node(node);
  return brokerProperties({
    plan,
    node,
    security,
    routed,
    routedKeystore,
    data: basename(data),
    keystore: relative(root, folder.tls.keystore),
    certificate: relative(root, folder.tls.certificate),
  });
}

/** Readable by our user only, as the text may contain passwords. */
function writeAsSecret(path: string, text: string): void {
  rmSync(path, { force: true });
  writeFileSync(path, text, { mode: 0o600 });
}

/**
 * Creates the brokers' key and a self-signed certificate for the loopback interface, with the keytool
 * of Java.
 *
 * @returns the certificate as PEM, for clients to trust
 */
export async function makeCertificate(
  { root, keystore, certificate }: KafkaFolder['tls'],
  password: string,
): Promise<string> {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true, mode: 0o700 });
  // The process list shows arguments, so keytool reads the password from a file.
  const secret = join(root, 'password');
  writeFileSync(secret, password, { mode: 0o600 });
  const store = ['-keystore', keystore, '-storepass:file', secret, '-alias', 'broker'];
  const key = ['-storetype', 'PKCS12', '-keyalg', 'EC', '-groupname', 'secp256r1'];
  // Where a client trusts two authorities of one name, OpenSSL checks with the first one only.
  const name = ['-dname', `CN=local Kafka ${randomUUID()}`, '-validity', '365'];
  const extensions = ['-ext', 'bc:c=ca:true', '-ext', 'san=ip:127.0.0.1,dns:localhost'];
  await run('keytool', ['-genkeypair', ...store, ...key, ...name, ...extensions], { cwd: root });
  await run('keytool', ['-exportcert', '-rfc', ...store, '-file', certificate], { cwd: root });
  rmSync(secret);
  return readFileSync(certificate, 'utf8');
}

/** A secured cluster, and the login that still works. */
interface SecuredCluster {
  readonly folder: KafkaFolder;
  readonly code: BrokerCode;
  readonly bootstrap: string;
  readonly login: { readonly username: string; readonly password: string };
}

/** Changes the password of the user of this login for SCRAM-SHA-512, with the configuration tool of Kafka. */
export async function alterPassword(
  { folder, code, bootstrap, login }: SecuredCluster,
  password: string,
): Promise<void> {
  const { root, certificate } = folder.tls;
  const module = 'org.apache.kafka.common.security.scram.ScramLoginModule';
  const { username } = login;
  const properties = [
    'security.protocol=SASL_SSL',
    'sasl.mechanism=SCRAM-SHA-512',
    `sasl.jaas.config=${module} required username="${username}" password="${login.password}";`,
    'ssl.truststore.type=PEM',
    `ssl.truststore.location=${certificate}`,
  ];
  const [access, args] = [join(root, 'access.properties'), join(root, 'alter.args')];
  writeAsSecret(access, properties.join('\n'));
  const words = [
    'kafka.admin.ConfigCommand',
    ...['--bootstrap-server', bootstrap, '--command-config', basename(access)],
    ...['--alter', '--entity-type', 'users', '--entity-name', username],
    ...['--add-config', `SCRAM-SHA-512=[password=${password}]`],
  ];
  // The process list shows arguments, so Java reads those of the tool from a file.
  writeAsSecret(args, words.join('\n'));
  await run('java', [...javaFlags(code, 'quickly'), `@${basename(args)}`], { cwd: root });
  rmSync(access);
  rmSync(args);
}
