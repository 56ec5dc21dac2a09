import type { AnswerSealer, PreparedSeal } from '@nordgate/signature';
import { sealSignatureInPool } from '@nordgate/signature';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ProvenRequest } from '../access/route.js';

/** Seals one answer: sets Date, Digest and Signature. */
export type SealReply = (reply: FastifyReply, bytes: Buffer | string) => Promise<void>;

/** Makes the function that seals answers. Signatures are made on the thread pool (docs/adr). */
export function replySeal(
  sealer: AnswerSealer,
  now: () => Date,
  signatureOf: (prepared: PreparedSeal) => Promise<Buffer> = sealSignatureInPool,
): SealReply {
  return async (reply, bytes) => {
    const prepared = sealer({ body: bytes, header: (name) => headerOf(reply, name), now: now() });
    const { date, digest, signature } = prepared.finish(await signatureOf(prepared));
    void reply.headers({ date, digest, signature });
  };
}

/**
 * Seals every answer to a request whose signature holds, errors included (specification 5.9). A seal
 * costs ten verifications, so nobody else can demand one (docs/adr). This has to be the last hook on
 * answers: the Digest covers the bytes as they are sent, after any content coding.
 */
export function addSeal(fastify: FastifyInstance, seal: SealReply): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if ((request as Partial<ProvenRequest>).tppId === undefined) return done(null, payload);
    const bytes = request.method === 'HEAD' ? '' : bytesOf(payload, reply);
    if (bytes === undefined) return done(new Error('an answer in parts cannot be sealed'));
    seal(reply, bytes).then(() => done(null, payload), done);
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
