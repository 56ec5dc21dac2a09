import { randomUUID, X509Certificate } from 'node:crypto';
import { createSigner, SEAL_PATH } from '@nordgate/signature';
import type { RequestSigner, RequestToSign, SigningIdentity } from '@nordgate/signature';
import { request } from 'undici';
import type { Dispatcher } from 'undici';
import { answerOf } from './answer.js';
import type { TppAnswer } from './answer.js';
import { SealCheck } from './seal/seal-check.js';
import type { SealTrust } from './seal/seal-check.js';

/** The settings of a TPP. */
export interface TppOptions {
  /** Address of the gateway, without a path. */
  readonly baseUrl: string;
  readonly identity: SigningIdentity;
  readonly redirectUri: string;
  /** Signs method, path and query as well (docs/reference/signing.md). Default false. */
  readonly coversTarget?: boolean;
  /** The trusted seal. Without it the seals of answers are not checked. */
  readonly seal?: SealTrust;
  readonly dispatcher?: Dispatcher;
}

export interface TppCall {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'DELETE' | 'PUT' | 'PATCH';
  readonly path: string;
  /** An object is sent as JSON; text and bytes are sent unchanged. */
  readonly body?: object | string | Buffer;
  /** Additional headers in lower case; undefined removes a default header. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Deviations from the default signature. */
  readonly sign?: Partial<Pick<RequestToSign, 'wrap' | 'now' | 'signedHeaders' | 'keyId'>>;
}

/** The ids of a PSU, from the redirect at the end of SCA (specification 5.11). */
export interface KnownPsu {
  readonly psuId: string;
  readonly tppSessionId: string;
  readonly corporateId?: string;
}

/** Signs requests, sends them, and checks the seals of the answers (specification section 5). */
export class TppClient {
  private readonly signer: RequestSigner;
  private readonly sealCheck: SealCheck | undefined;
  private psu: KnownPsu | undefined;

  /** @throws TypeError when the identity, or the certificate of the trusted seal, is malformed */
  constructor(readonly options: TppOptions) {
    this.signer = createSigner(options.identity);
    this.sealCheck = options.seal && new SealCheck(options.seal, () => this.fetchSeal());
  }

  /** The organizationIdentifier of the certificate (ETSI TS 119 495); empty without one. */
  get tppId(): string {
    const { subject } = new X509Certificate(this.options.identity.certificate);
    return /^organizationIdentifier=(.*)$/m.exec(subject)?.[1] ?? '';
  }

  /** Lets later calls carry the ids of this PSU. */
  actFor(psu: KnownPsu | undefined): void {
    this.psu = psu;
  }

  /** The headers and the body of a call, signed now. */
  signed(call: TppCall): { headers: Record<string, string>; body: Buffer | undefined } {
    const body = bytesOf(call.body);
    const usual: Record<string, string | undefined> = {
      accept: 'application/json',
      'x-request-id': randomUUID(),
      'tpp-redirect-uri': this.options.redirectUri,
      'x-accept-fix': 'amount-as-string',
      'psu-ip-address': '192.0.2.7',
      'psu-id': this.psu?.psuId,
      'psu-corporate-id': this.psu?.corporateId,
      'tpp-session-id': this.psu?.tppSessionId,
      'content-type': body && 'application/json',
      ...call.headers,
    };
    const headers = Object.fromEntries(
      Object.entries(usual).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
    const { coversTarget = false } = this.options;
    const line = { method: call.method, target: call.path, coversTarget };
    const toSign = { ...line, headers, now: new Date() };
    const signedHeaders = this.signer({
      ...toSign,
      ...(body && { body }),
      ...call.sign,
    });
    return { headers: signedHeaders, body };
  }

  /**
   * Signs and sends a call. Resolves for every status.
   *
   * @throws AnswerNotTrustedError when seals are checked and the answer's seal does not hold
   */
  call(call: TppCall): Promise<TppAnswer> {
    const { headers, body } = this.signed(call);
    return this.send(call.method, call.path, headers, body);
  }

  /** Sends a body and headers unchanged, for requests that were signed before, or wrongly. */
  async send(
    method: TppCall['method'],
    path: string,
    headers: Record<string, string>,
    body?: Buffer | string,
  ): Promise<TppAnswer> {
    const answer = await this.exchange(method, path, headers, body);
    await this.sealCheck?.check(answer, { method, requestId: headers['x-request-id'] });
    return answer;
  }

  private async exchange(
    method: TppCall['method'],
    path: string,
    headers: Record<string, string>,
    body?: Buffer | string,
  ): Promise<TppAnswer> {
    const { dispatcher, baseUrl } = this.options;
    const answer = await request(`${baseUrl}${path}`, {
      method,
      headers,
      body: body ?? null,
      ...(dispatcher && { dispatcher }),
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    return answerOf(answer.statusCode, answer.headers, bytes);
  }

  private fetchSeal(): Promise<TppAnswer> {
    return this.exchange('GET', SEAL_PATH, { accept: 'application/pem-certificate-chain' });
  }
}

function bytesOf(body: TppCall['body']): Buffer | undefined {
  if (body === undefined || Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}
