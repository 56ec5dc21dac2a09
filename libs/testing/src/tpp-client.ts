import { randomUUID } from 'node:crypto';
import { createSigner } from '@nordgate/signature';
import type { RequestSigner, RequestToSign, SigningIdentity } from '@nordgate/signature';
import { request } from 'undici';
import type { Dispatcher } from 'undici';

/** A TPP that calls the bank. */
export interface TppOptions {
  /** Address of the gateway, without a path. */
  readonly baseUrl: string;
  readonly identity: SigningIdentity;
  readonly redirectUri: string;
  readonly dispatcher?: Dispatcher;
}

export interface TppCall {
  readonly method: 'GET' | 'POST' | 'DELETE' | 'PUT' | 'PATCH';
  readonly path: string;
  /** An object is sent as JSON, text and octets as they are. */
  readonly body?: object | string | Buffer;
  /** Added to or, with undefined, taken from the usual headers; names in lower case. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** How it is signed, where a test wants it otherwise. */
  readonly sign?: Partial<Pick<RequestToSign, 'wrap' | 'now' | 'signedHeaders' | 'keyId'>>;
}

export interface TppAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The parsed body; undefined when there is none. */
  readonly json: unknown;
}

/** What the bank tells the TPP about a PSU at the end of SCA (specification 5.11). */
export interface KnownPsu {
  readonly psuId: string;
  readonly tppSessionId: string;
  readonly corporateId?: string;
}

/** Signs and sends requests as a TPP of the field does (specification section 5). */
export class TppClient {
  private readonly signer: RequestSigner;
  private psu: KnownPsu | undefined;

  constructor(readonly options: TppOptions) {
    this.signer = createSigner(options.identity);
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

  call(call: TppCall): Promise<TppAnswer> {
    const { headers, body } = this.signed(call);
    return this.send(call.method, call.path, headers, body);
  }

  /** Sends octets and headers as they are: for requests that shall be refused. */
  async send(
    method: TppCall['method'],
    path: string,
    headers: Record<string, string>,
    body?: Buffer | string,
  ): Promise<TppAnswer> {
    const { dispatcher } = this.options;
    const answer = await request(`${this.options.baseUrl}${path}`, {
      method,
      headers,
      body: body ?? null,
      ...(dispatcher === undefined ? {} : { dispatcher }),
    });
    const text = await answer.body.text();
    return { status: answer.statusCode, headers: answer.headers, text, json: jsonOf(text) };
  }
}

function octetsOf(body: TppCall['body']): Buffer | undefined {
  if (body === undefined || Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
