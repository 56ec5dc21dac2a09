import { readFile } from 'node:fs/promises';
import { OneOf, Optional, TextIn } from '@nordgate/contracts/fields';
import type { TextForm } from '@nordgate/contracts/fields';
import {
  formatDistinguishedName,
  matchIssuer,
  parseDistinguishedName,
  ocspRequest,
  readOcspResponse,
} from '@nordgate/signature';
import type {
  OcspHash,
  TrustStore,
  Certificate,
  OcspAnswer,
  OcspSubject,
} from '@nordgate/signature';
import { readObject, SettingsError } from '../settings/read-settings.js';
import { outsideAnswer } from './outside-answer.js';

/** The name of a CA as in RFC 2253. */
const issuerName: TextForm = {
  accepts: (text) => parseDistinguishedName(text) !== undefined,
  schema: { type: 'string', minLength: 1, examples: ['CN=A CA,O=Bank,C=NO'] },
  rule: 'issuer.name',
};

/** Responses are signed, so plain http is enough (RFC 6960 appendix A). */
const responderAddress: TextForm = {
  accepts: (text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/u.test(url.protocol) && url.username === '';
  },
  schema: { type: 'string', format: 'uri' },
  rule: 'address.responder',
};

/** An entry of the responders' file: who answers for the certificates of one CA. */
export class OcspResponder {
  @TextIn(issuerName)
  issuer!: string;

  @TextIn(responderAddress)
  url!: string;

  /** `sent`: a response without a nonce is accepted. Many responders prepare their responses. */
  @Optional()
  @OneOf(['sent', 'required', 'none'])
  nonce?: 'sent' | 'required' | 'none';

  /** The hash that names the CA. Default: sha1, which every responder knows (RFC 5019). */
  @Optional()
  @OneOf(['sha1', 'sha256'])
  hash?: OcspHash;

  /** In production, a certificate without an answer: `list` accepts it by a current revocation list. */
  @Optional()
  @OneOf(['list', 'refuse'])
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

/** What a response is checked with. */
export interface OcspCheck {
  readonly now: () => Date;
  /** Whether a list of the issuer revokes the certificate of a responder. */
  readonly isRevoked: (responder: Certificate, issuer: Certificate, now: Date) => boolean;
}

const timeoutMs = 5000;
/** A response has one status and at most a few certificates. */
const bytesMax = 64 * 1024;

/**
 * Asks a responder for the status of a certificate by POST (RFC 6960 appendix A.1), and checks the response.
 * Rejects with the reason when there is no valid answer.
 */
export async function askOcsp(
  subject: OcspSubject,
  { url, nonce = 'sent', hash = 'sha1' }: OcspResponder,
  { now, isRevoked }: OcspCheck,
): Promise<OcspAnswer> {
  const request = ocspRequest(subject, { hash, nonce: nonce !== 'none' });
  const { status, header, body } = await outsideAnswer({
    url,
    method: 'POST',
    timeoutMs,
    bytesMax,
    body: request.der,
    headers: {
      'content-type': 'application/ocsp-request',
      accept: 'application/ocsp-response',
    },
  });
  if (status !== 200) throw new Error(`the responder answered ${String(status)}`);
  if (header('content-type')?.split(';')[0]?.trim().toLowerCase() !== 'application/ocsp-response') {
    throw new Error('the responder answered with something other than an OCSP response');
  }
  const at = now();
  return readOcspResponse(body, {
    request,
    now: at,
    nonceRequired: nonce === 'required',
    isRevoked: (responder) => isRevoked(responder, subject.issuer, at),
  });
}
