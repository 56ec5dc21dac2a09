import { hash, randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { defined } from '@nordgate/decider';
import { MountedValue } from './mounted-value.js';
import type { AnsweringSource, Reading } from './mounted-value.js';
import { outsideAnswer } from './outside-answer.js';
import type { OutsideAnswer, OutsideTls } from './outside-answer.js';
import { registerOf } from './tpp-register.js';
import type { TppRegister } from './tpp-register.js';

export interface RegisterServiceOptions {
  readonly url: string;
  readonly everyMs: number;
  /** Default: 10 seconds from end to end. */
  readonly timeoutMs?: number;
  /** Limit of the unpacked list. Default: 16 MiB. */
  readonly bytesMax?: number;
  /** Where the last good answer is kept for a restart. */
  readonly keptFile?: string | undefined;
  /** A file with a bearer token. This file and those of TLS are read for each request. */
  readonly tokenFile?: string | undefined;
  readonly tlsFiles?: RegisterTlsFiles | undefined;
}

/** Paths of PEM files for the connection to the service. */
interface RegisterTlsFiles {
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

const timeoutMsDefault = 10_000;
const bytesMaxDefault = 16 * 1024 * 1024;

/**
 * The register of TPPs as a service (docs/adr/0038-registers-over-http-and-ocsp.md): `GET` answers with the
 * list that the register's file would hold. The service is asked with the ETag of its last answer.
 */
class RegisterService implements AnsweringSource<TppRegister> {
  readonly everyMs: number;
  trouble: string | undefined;
  private etag: string | undefined;

  constructor(
    private readonly options: RegisterServiceOptions,
    private readonly copy: KeptCopy | undefined,
  ) {
    this.everyMs = options.everyMs;
  }

  async readUnless(stamp: string | undefined): Promise<Reading<TppRegister> | undefined> {
    const known = stamp === undefined ? undefined : this.etag;
    const answer = await this.ask(known);
    if (answer.status === 304 && known !== undefined) {
      await this.keep(undefined);
      return undefined;
    }
    if (answer.status !== 200) throw new Error(`the service answered ${String(answer.status)}`);
    const text = textOf(answer.body);
    const next = hash('sha256', text, 'base64url');
    const value = next === stamp ? undefined : registerOf(text);
    this.etag = answer.header('etag');
    await this.keep(text);
    return value && { stamp: next, value };
  }

  private async ask(etag: string | undefined): Promise<OutsideAnswer> {
    const { url, timeoutMs = timeoutMsDefault, bytesMax = bytesMaxDefault } = this.options;
    const [token, tls] = await Promise.all([this.token(), this.tls()]);
    const authorization = token === undefined ? undefined : `Bearer ${token}`;
    const headers = defined({ authorization, 'if-none-match': etag });
    const accepts = { accept: 'application/json', 'accept-encoding': 'gzip' };
    return outsideAnswer({
      url,
      method: 'GET',
      timeoutMs,
      bytesMax,
      tls,
      headers: { ...accepts, ...headers },
    });
  }

  private async token(): Promise<string | undefined> {
    const { tokenFile } = this.options;
    return tokenFile === undefined ? undefined : (await readFile(tokenFile, 'utf8')).trim();
  }

  private async tls(): Promise<OutsideTls> {
    const { ca, cert, key } = this.options.tlsFiles ?? {};
    const read = (path: string | undefined) =>
      path === undefined ? undefined : readFile(path, 'utf8');
    const [caText, certText, keyText] = await Promise.all([read(ca), read(cert), read(key)]);
    return defined({ ca: caText, cert: certText, key: keyText });
  }

  /** The copy serves a later start only, so that it cannot be written is no fault of the register. */
  private async keep(text: string | undefined): Promise<void> {
    this.trouble = await this.copy?.keep(text).then(
      () => undefined,
      (error: unknown) => `the copy cannot be kept: ${(error as Error).message}`,
    );
  }
}

/** The texts of other encodings would be read with holes. */
function textOf(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new Error('it is not UTF-8');
  }
}

const never = new Date(0);

/**
 * Opens a register that is a service, without asking it: with the kept copy and the time of its last good
 * answer, or with an empty register that has never been good. The first look asks. Nobody may act by a register
 * that is older than the profile allows.
 */
export async function openRegisterService(
  options: RegisterServiceOptions,
  now: Date,
): Promise<MountedValue<TppRegister>> {
  const copy = options.keptFile === undefined ? undefined : new KeptCopy(options.keptFile);
  const source = new RegisterService(options, copy);
  const kept = await copy?.read(now);
  const goodAt = kept?.goodAt ?? never;
  return MountedValue.startingWith(source, kept?.register ?? registerOf('[]'), goodAt);
}

/** A register that an earlier process has kept. */
interface KeptRegister {
  readonly register: TppRegister;
  /** The time of the service's last good answer. */
  readonly goodAt: Date;
}

/**
 * The last good answer of the service of the register on a disk, in the form of the register's file. The time
 * of its last change is the time of the answer. Several processes may share the file.
 */
class KeptCopy {
  constructor(private readonly path: string) {}

  /** Keeps an answer; without a text, that the kept answer is still good. Rejects when it cannot be written. */
  async keep(text: string | undefined): Promise<void> {
    if (text === undefined) {
      const now = new Date();
      return utimes(this.path, now, now);
    }
    const draft = `${this.path}.${randomUUID()}`;
    try {
      await writeFile(draft, text, { mode: 0o600 });
      await rename(draft, this.path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  /** Undefined without a copy that can be used. A copy from the future has the age of `now`. */
  async read(now: Date): Promise<KeptRegister | undefined> {
    try {
      const { mtime } = await stat(this.path);
      const register = registerOf(await readFile(this.path, 'utf8'));
      return { register, goodAt: mtime < now ? mtime : now };
    } catch {
      return undefined;
    }
  }
}
