import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** What a faulty authenticator, or an attacker between it and the site, may change. */
export interface Twist {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly userHandle?: string;
  readonly crossOrigin?: boolean;
  readonly isVerified?: boolean;
  /** The signature counter. */
  readonly counter?: number;
  /** Signs with another key. */
  readonly key?: KeyObject;
}

const [present, verified, attested] = [0x01, 0x04, 0x40];

/**
 * An authenticator with the browser around it, in software: one ES256 key with a counter, attestation
 * `none` (WebAuthn level 3, sections 6.1 and 6.5).
 */
export class SoftAuthenticator {
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private counter = 0;
  private userHandle = '';

  constructor(
    private readonly origin: string,
    readonly id: Buffer = randomBytes(16),
  ) {}

  /** Makes a credential. Returns the answer as the script of the page sends it. */
  create(request: string, twist: Twist = {}): string {
    const options = JSON.parse(request) as PublicKeyCredentialCreationOptionsJSON;
    this.userHandle = options.user.id;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, this.coseKey()]);
    const authData = this.authData(options.rp.id ?? '', attested, twist, credential);
    const attestationObject = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]) as Parameters<typeof isoCBOR.encode>[0],
    );
    return this.answer({
      clientDataJSON: this.clientData('webauthn.create', options.challenge, twist),
      attestationObject: Buffer.from(attestationObject),
      transports: ['internal'],
    });
  }

  /** Signs a challenge. Returns the answer as the script of the page sends it. */
  get(request: string, twist: Twist = {}): string {
    const options = JSON.parse(request) as PublicKeyCredentialRequestOptionsJSON;
    const authenticatorData = this.authData(options.rpId ?? '', 0, twist);
    const clientDataJSON = this.clientData('webauthn.get', options.challenge, twist);
    const hash = createHash('sha256').update(clientDataJSON).digest();
    const key = twist.key ?? this.keys.privateKey;
    const signature = sign('sha256', Buffer.concat([authenticatorData, hash]), key);
    const userHandle = Buffer.from(twist.userHandle ?? this.userHandle, 'base64url');
    return this.answer({ clientDataJSON, authenticatorData, signature, userHandle });
  }

  private answer(parts: Readonly<Record<string, Buffer | readonly string[]>>): string {
    const id = this.id.toString('base64url');
    const response = Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [
        name,
        Buffer.isBuffer(part) ? part.toString('base64url') : part,
      ]),
    );
    return JSON.stringify({
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response,
    });
  }

  private clientData(type: string, challenge: string, twist: Twist): Buffer {
    const { origin = this.origin, crossOrigin = false } = twist;
    const data = { type, challenge: twist.challenge ?? challenge, origin, crossOrigin };
    return Buffer.from(JSON.stringify(data));
  }

  private authData(
    rpId: string,
    flags: number,
    { isVerified = true, ...twist }: Twist,
    credential: Buffer = Buffer.alloc(0),
  ): Buffer {
    this.counter += 1;
    const head = Buffer.alloc(5);
    head.writeUInt8(flags | present | (isVerified ? verified : 0));
    head.writeUInt32BE(twist.counter ?? this.counter, 1);
    const party = createHash('sha256')
      .update(twist.rpId ?? rpId)
      .digest();
    return Buffer.concat([party, head, credential]);
  }

  /** COSE_Key of an ES256 key (RFC 9053). */
  private coseKey(): Buffer {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const octets = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, octets(x)],
      [-3, octets(y)],
    ]);
    return Buffer.from(isoCBOR.encode(key as Parameters<typeof isoCBOR.encode>[0]));
  }
}
