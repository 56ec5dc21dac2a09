import { readFile } from 'node:fs/promises';
import { formatDistinguishedName, matchIssuer, parseDistinguishedName } from '@nordgate/signature';
import type { OcspHash, TrustStore } from '@nordgate/signature';
import { readObject } from '../settings/read-object.js';
import { Checked, OneOf, Optional } from '../settings/setting-kinds.js';
import { SettingsError } from '../settings/settings-error.js';

const isName = (value: unknown) =>
  typeof value === 'string' && parseDistinguishedName(value) !== undefined;
const isHttp = (value: unknown) => {
  const url = URL.parse(String(value));
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '';
};

/** An entry of the responders' file: who answers for the certificates of one CA. */
export class OcspResponder {
  /** The name of the CA as in RFC 2253. */
  @Checked(isName, "a CA's name, such as CN=A CA,O=Bank,C=NO")
  issuer!: string;

  /** Responses are signed, so plain http is enough (RFC 6960 appendix A). */
  @Checked(isHttp, 'an http address')
  url!: string;

  /** `sent`: a response without a nonce is accepted. Many responders prepare their responses. */
  @Optional()
  @OneOf('sent', 'required', 'none')
  nonce?: 'sent' | 'required' | 'none';

  /** The hash that names the CA. Default: sha1, which every responder knows (RFC 5019). */
  @Optional()
  @OneOf('sha1', 'sha256')
  hash?: OcspHash;

  /** In production, a certificate without an answer: `list` accepts it by a current revocation list. */
  @Optional()
  @OneOf('list', 'refuse')
  withoutAnswer?: 'list' | 'refuse';
}

const setting = 'NORDGATE_OCSP_FILE';

/** Reads the file of responders. Throws SettingsError with every fault. */
export async function ocspRespondersIn(path: string): Promise<readonly OcspResponder[]> {
  const list = await listIn(path);
  const faults: string[] = [];
  const responders: OcspResponder[] = [];
  for (const [i, one] of list.entries()) {
    const read = readObject(OcspResponder, one);
    if ('value' in read) responders.push(read.value);
    else faults.push(...read.faults.map((fault) => `${setting}: entry ${String(i + 1)}: ${fault}`));
  }
  const names = responders.map(({ issuer }) => issuer);
  const repeated = names.find((name, i) => names.indexOf(name) < i);
  if (repeated !== undefined) faults.push(`${setting}: ${repeated}: the list has it twice`);
  if (faults.length > 0) throw new SettingsError(faults);
  return responders;
}

async function listIn(path: string): Promise<readonly unknown[]> {
  const list = await readFile(path, 'utf8')
    .then((text) => JSON.parse(text) as unknown)
    .catch((error: unknown) => {
      throw new SettingsError(`${setting}: ${(error as Error).message}`);
    });
  if (!Array.isArray(list)) throw new SettingsError(`${setting}: it has to be a JSON list`);
  return list as readonly unknown[];
}

/** The responder of a CA. */
export function responderOf(
  responders: readonly OcspResponder[],
  { subject }: { readonly subject: Parameters<typeof formatDistinguishedName>[0] },
): OcspResponder | undefined {
  return responders.find(({ issuer }) => matchIssuer(issuer, subject) === 'same');
}

/** Throws SettingsError for a responder of a CA that nobody trusts, which is a misspelt name. */
export function requireIssuers(
  responders: readonly OcspResponder[],
  store: Pick<TrustStore, 'certificates'>,
): void {
  const unknown = responders.filter(
    (responder) => !store.certificates.some((ca) => responderOf([responder], ca) !== undefined),
  );
  if (unknown.length === 0) return;
  throw new SettingsError(
    unknown.map(({ issuer }) => `${setting}: no CA of NORDGATE_TRUST_DIR has the name ${issuer}`),
  );
}
