import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClusterCertificates } from './cluster-certificates.js';

describe('the certificates of a cluster', () => {
  let folder: string;
  let certificates: ClusterCertificates;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nordgate-certificates-'));
    certificates = await ClusterCertificates.in(join(folder, 'tls'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const file = (name: string) => readFile(certificates.envOf('gateway')[name] ?? '', 'utf8');
  const serial = async () => new X509Certificate(await file('INTERNAL_TLS_CERT_FILE')).serialNumber;

  /** Which of the trusted authorities has issued the certificate of the servers. */
  async function issuers(): Promise<readonly boolean[]> {
    const leaf = new X509Certificate(await file('INTERNAL_TLS_CERT_FILE'));
    const trusted = await readFile(certificates.caFile, 'utf8');
    const blocks = trusted.match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g) ?? [];
    return blocks.map((block) => leaf.verify(new X509Certificate(block).publicKey));
  }

  it('are files that the settings of apps name, each app with the servers that it has', async () => {
    expect(Object.keys(certificates.envOf('payments')).sort()).toEqual([
      'INTERNAL_TLS_CA_FILE',
      'INTERNAL_TLS_CERT_FILE',
      'INTERNAL_TLS_KEY_FILE',
      'KAFKA_TLS_CA_FILE',
    ]);
    expect(certificates.envOf('gateway')).toHaveProperty('GATEWAY_TLS_KEY_FILE');
    expect(certificates.envOf('sca')).toHaveProperty('SCA_TLS_KEY_FILE');
    expect(await file('GATEWAY_TLS_KEY_FILE')).toBe(certificates.server.key);
    const url = new URL(certificates.databaseUrl('postgres://a:b@127.0.0.1:1/nordgate_sca'));
    expect(url.searchParams.get('sslrootcert')).toBe(certificates.caFile);
  });

  it('are renewed at the same paths, with a new key and the wanted end', async () => {
    const [before, key] = [await serial(), await file('INTERNAL_TLS_KEY_FILE')];
    await certificates.renew({ livesMs: 30_000 });
    const leaf = new X509Certificate(await file('INTERNAL_TLS_CERT_FILE'));
    expect(leaf.serialNumber).not.toBe(before);
    expect(await file('INTERNAL_TLS_KEY_FILE')).not.toBe(key);
    expect(leaf.validToDate.getTime()).toBeLessThanOrEqual(Date.now() + 30_000);
  });

  it('go over to a new authority, which is trusted before it issues, and then alone', async () => {
    const before = await serial();
    await certificates.addAuthority();
    expect([await issuers(), await serial()]).toEqual([[true, false], before]);
    await certificates.renew();
    expect(await issuers()).toEqual([false, true]);
    await certificates.withdrawAuthorities();
    expect(await issuers()).toEqual([true]);
  });
});
