import type { FastifyInstance, FastifyReply } from 'fastify';
import { Controller, Get, Header, Inject } from '@nestjs/common';
import type { AnswerSealer, PreparedSeal } from '@nordgate/signature';
import { sealSignature, sealSignatureInPool, SEAL_PATH } from '@nordgate/signature';
import type { ProvenRequest } from '../access/verified-request.decorator.js';
import { UnsignedRoute } from '../request/route.decorator.js';
import { BANK_SETTINGS } from '../access/edge.service.js';
import type { BankSettings } from '../access/edge.service.js';

/** Seals one answer: sets Date, Digest and Signature, then calls `done`, with the error that prevented it. */
export type SealReply = (
  reply: FastifyReply,
  bytes: Buffer | string,
  done: (error?: Error) => void,
) => void;

/**
 * Makes the function that seals answers. A signature of an EC key takes less time than the way to another thread, so the
 * event loop makes it, with those of the other answers of its turn. RSA signatures are made on the thread pool (docs/adr).
 */
export function replySeal(
  sealer: AnswerSealer,
  now: () => Date,
  signatureInPool: (prepared: PreparedSeal) => Promise<Buffer> = sealSignatureInPool,
): SealReply {
  const turn = new SealingTurn();
  return (reply, bytes, done) => {
    let prepared: PreparedSeal;
    const finish = (signature: Buffer) => {
      const { date, digest, signature: seal } = prepared.finish(signature);
      void reply.header('date', date).header('digest', digest).header('signature', seal);
      done();
    };
    try {
      prepared = sealer({ body: bytes, header: (name) => headerOf(reply, name), now: now() });
    } catch (error) {
      return done(error as Error);
    }
    if (prepared.key.asymmetricKeyType === 'ec') turn.sign({ prepared, finish, fail: done });
    else signatureInPool(prepared).then(finish, done);
  };
}

interface Unsealed {
  readonly prepared: PreparedSeal;
  readonly finish: (signature: Buffer) => void;
  readonly fail: (error: Error) => void;
}

/**
 * Signs all answers of one event-loop turn one after another, and then sends them. Each alone would cost more processor
 * time, because the work between two signatures replaces what the processor has cached of the other (docs/adr).
 */
class SealingTurn {
  private waiting: Unsealed[] = [];

  sign(unsealed: Unsealed): void {
    if (this.waiting.push(unsealed) === 1) setImmediate(() => this.run());
  }

  private run(): void {
    const turn = this.waiting;
    this.waiting = [];
    const results = turn.map(({ prepared }) => signatureOrError(prepared));
    for (const [i, { finish, fail }] of turn.entries()) {
      const result = results[i];
      if (Buffer.isBuffer(result)) finish(result);
      else fail(result ?? new Error('an answer has no signature'));
    }
  }
}

function signatureOrError(prepared: PreparedSeal): Buffer | Error {
  try {
    return sealSignature(prepared);
  } catch (error) {
    return error as Error;
  }
}

/**
 * Seals every answer to a request whose signature holds, errors included (specification 5.9). A seal
 * costs several verifications, so nobody else can demand one (docs/adr). This has to be the last hook on
 * answers: the Digest covers the bytes as they are sent, after any content coding.
 */
export function addSeal(fastify: FastifyInstance, seal: SealReply): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if ((request as Partial<ProvenRequest>).tppId === undefined) return done(null, payload);
    const bytes = request.method === 'HEAD' ? '' : bytesOf(payload, reply);
    if (bytes === undefined) return done(new Error('an answer in parts cannot be sealed'));
    seal(reply, bytes, (error) => (error === undefined ? done(null, payload) : done(error)));
  });
}

/** The sent bytes. A 204 has no body, whatever the handler returned. */
function bytesOf(payload: unknown, { statusCode }: FastifyReply): Buffer | string | undefined {
  if (statusCode === 204 || payload === undefined || payload === null) return '';
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : undefined;
}

function headerOf(reply: FastifyReply, name: string): string | undefined {
  const value = reply.getHeader(name);
  return value === undefined ? undefined : String(value);
}

/** Publishes the certificate of the seal, so that TPPs can check answers. */
@Controller()
export class SealController {
  constructor(@Inject(BANK_SETTINGS) private readonly settings: BankSettings) {}

  /** The seal's certificate, then further seals and issuers (RFC 8555 names the type). */
  @Get(SEAL_PATH)
  @UnsignedRoute({
    id: 'getSealCertificate',
    summary: 'What answers are sealed with',
    answers: {
      200: {
        says: 'The certificate of the seal, then any that issued it (RFC 8555).',
        schema: { type: 'string' },
        mediaType: 'application/pem-certificate-chain',
      },
    },
  })
  @Header('content-type', 'application/pem-certificate-chain')
  @Header('cache-control', 'public, max-age=3600')
  sealCertificate(): string {
    return this.settings.responseSeal?.certificate ?? '';
  }
}
