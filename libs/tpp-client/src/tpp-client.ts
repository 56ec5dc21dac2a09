import { randomUUID } from 'node:crypto';
import { createSigner, SEAL_PATH } from '@nordgate/signature';
import type { RequestSigner, RequestToSign, SigningIdentity } from '@nordgate/signature';
import { request } from 'undici';
import type { Dispatcher } from 'undici';
import { answerOf } from './answer.js';
import type { TppAnswer } from './answer.js';
import { SealCheck } from './seal/seal-check.js';
import type { SealTrust } from './seal/seal-check.js';

/** A TPP that calls the bank. */
export interface TppOptions {
  /** Address of the gateway, without a path. */
  readonly baseUrl: string;
  readonly identity: SigningIdentity;
  readonly redirectUri: string;
  /** Whose answers are taken; without it the seals of answers are not looked at. */
  readonly seal?: SealTrust;
  readonly dispatcher?: Dispatcher;
}

export interface TppCall {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'DELETE' | 'PUT' | 'PATCH';
  readonly path: string;
  /** An object is sent as JSON, text and octets as they are. */
  readonly body?: object | string | Buffer;
  /** Added to or, with undefined, taken from the usual headers; names in lower case. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** How it is signed, where it shall be otherwise than usual. */
  readonly sign?: Partial<Pick<RequestToSign, 'wrap' | 'now' | 'signedHeaders' | 'keyId'>>;
}

/** What the bank tells the TPP about a PSU at the end of SCA (specification 5.11). */
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

  /** Throws TypeError when the identity, or a certificate that is given for seals, is malformed. */
  constructor(readonly options: TppOptions) {
    this.signer = createSigner(options.identity);
    this.sealCheck = options.seal && new SealCheck(options.seal, () => this.fetchSeal());
  }

  /** Later calls are made for this PSU. */
  actFor(psu: KnownPsu | undefined): void {
    this.psu = psu;
  }

  /** The headers and octets of a call, signed now. */
  signed(call: TppCall): { headers: Record<string, string>; body: Buffer | undefined } {
    const body = octetsOf(call.body);
    const usual: Record<string, string | undefined> = {
      accept: 'application/json',
      'x-request-id': randomUUID(),
      'tpp-redirect-uri': this.options.redirectUri,
      'x-accept-fix': 'amount-as-string',
      'psu-ip-address': '192.0.2.7',
      'psu-id': this.psu?.psuId,
      'psu-corporate-id': this.psu?.corporateId,
      'tpp-session-id': this.psu?.tppSessionId,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...call.headers,
    };
    const headers = Object.fromEntries(
      Object.entries(usual).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
    const toSign = { method: call.method, target: call.path, headers, now: new Date() };
    const signedHeaders = this.signer({
      ...toSign,
      ...(body === undefined ? {} : { body }),
      ...call.sign,
    });
    return { headers: signedHeaders, body };
  }

  /**
   * Signs and sends a call. Any status is an answer.
   *
   * @throws AnswerNotTrusted when seals are checked and the answer's does not hold
   */
  call(call: TppCall): Promise<TppAnswer> {
    const { headers, body } = this.signed(call);
    return this.send(call.method, call.path, headers, body);
  }

  /** Sends octets and headers as they are: for requests that were signed before, or wrongly. */
  async send(
    method: TppCall['method'],
    path: string,
    headers: Record<string, string>,
    body?: Buffer | string,
  ): Promise<TppAnswer> {
    const answer = await this.exchange(method, path, headers, body);
    await this.sealCheck?.demand(answer, { method, requestId: headers['x-request-id'] });
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
      ...(dispatcher === undefined ? {} : { dispatcher }),
    });
    const octets = Buffer.from(await answer.body.arrayBuffer());
    return answerOf(answer.statusCode, answer.headers, octets);
  }

  private fetchSeal(): Promise<TppAnswer> {
    return this.exchange('GET', SEAL_PATH, { accept: 'application/pem-certificate-chain' });
  }
}

function octetsOf(body: TppCall['body']): Buffer | undefined {
  if (body === undefined || Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}
