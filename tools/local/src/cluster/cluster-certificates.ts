import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { issueLocalAuthority, issueServerCertificate } from '@nordgate/signature/issue';
import type { IssuedPem } from '@nordgate/signature/issue';
import type { AppName } from './app-process.js';

const hourMs = 3_600_000;
/** Longer than any run. Clocks of a run may be wrong by an hour. */
const longMs = 24 * hourMs;

/**
 * The certificate of all servers of a cluster with TLS, and the authorities that its clients trust. They are files, which processes read again:
 * each change replaces the link to their folder, as Kubernetes does, so that nobody reads a certificate without its key.
 */
export class ClusterCertificates {
  #version = 0;

  private constructor(
    private readonly folder: string,
    /** The last one issues. */
    private authorities: readonly IssuedPem[],
    private leaf: IssuedPem,
  ) {}

  /** Makes the first authority and the first certificate in a new folder. */
  static async in(folder: string): Promise<ClusterCertificates> {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const authority = await newAuthority(0);
    const leaf = await newLeaf(authority, longMs);
    const certificates = new ClusterCertificates(folder, [authority], leaf);
    await certificates.#mount();
    return certificates;
  }

  /** What the servers present now, as PEM. */
  get server(): IssuedPem {
    return this.leaf;
  }

  /** Issues another certificate, with another key, by the newest authority. */
  async renew({ livesMs = longMs }: { readonly livesMs?: number } = {}): Promise<void> {
    const authority = this.authorities.at(-1);
    if (authority === undefined) throw new Error('there is no authority');
    this.leaf = await newLeaf(authority, livesMs);
    await this.#mount();
  }

  /** Clients trust a new authority, too, which issues from now on. */
  async addAuthority(): Promise<void> {
    this.authorities = [...this.authorities, await newAuthority(this.#version)];
    await this.#mount();
  }

  /** Clients trust the newest authority only. */
  async withdrawAuthorities(): Promise<void> {
    this.authorities = this.authorities.slice(-1);
    await this.#mount();
  }

  /** The settings of an app with TLS (docs/reference/configuration.md). */
  envOf(app: AppName): Record<string, string> {
    const [certificate, key, ca] = [this.#path('tls.crt'), this.#path('tls.key'), this.caFile];
    return {
      INTERNAL_TLS_CERT_FILE: certificate,
      INTERNAL_TLS_KEY_FILE: key,
      INTERNAL_TLS_CA_FILE: ca,
      KAFKA_TLS_CA_FILE: ca,
      ...(app === 'gateway' && { GATEWAY_TLS_CERT_FILE: certificate, GATEWAY_TLS_KEY_FILE: key }),
      ...(app === 'sca' && { SCA_TLS_CERT_FILE: certificate, SCA_TLS_KEY_FILE: key }),
    };
  }

  /** The address of a database with TLS. */
  databaseUrl(url: string): string {
    return `${url}?sslmode=verify-full&sslrootcert=${this.caFile}`;
  }

  /** The authorities that clients trust. */
  get caFile(): string {
    return this.#path('ca.pem');
  }

  #path(name: string): string {
    return join(this.folder, 'current', name);
  }

  async #mount(): Promise<void> {
    this.#version += 1;
    const version = join(this.folder, `version-${String(this.#version)}`);
    const authorities = this.authorities.map(({ certificate }) => certificate);
    await mkdir(version, { mode: 0o700 });
    await writeFile(join(version, 'tls.crt'), this.server.certificate);
    await writeFile(join(version, 'tls.key'), this.leaf.key, { mode: 0o600 });
    await writeFile(join(version, 'ca.pem'), authorities.join(''));
    const link = join(this.folder, 'next');
    await symlink(version, link);
    await rename(link, join(this.folder, 'current'));
    // This process is a client of the bank, too.
    setDefaultCACertificates([...getCACertificates('default'), ...authorities]);
  }
}

const validity = (livesMs: number) => ({
  validFrom: new Date(Date.now() - 2 * hourMs),
  validTo: new Date(Date.now() + livesMs),
});

/** Of two authorities with one name, clients try the first one only. */
function newAuthority(number: number): Promise<IssuedPem> {
  const name = `Servers of the cluster ${String(Date.now())}-${String(number)}`;
  return issueLocalAuthority({ name, ...validity(longMs) });
}

function newLeaf(authority: IssuedPem, livesMs: number): Promise<IssuedPem> {
  // A broker takes no new certificate of another name.
  return issueServerCertificate({ authority, name: 'cluster', ...validity(livesMs) });
}
