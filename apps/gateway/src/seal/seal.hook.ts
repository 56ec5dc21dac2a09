import type { AnswerSealer, PreparedSeal } from '@nordgate/signature';
import { sealSignatureInPool } from '@nordgate/signature';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { demandOf } from '../access/nest.js';

/** Seals one answer: gives it Date, Digest and Signature. */
export type SealReply = (reply: FastifyReply, octets: Buffer | string) => Promise<void>;

/** How answers get their seal; the RSA signatures are made on the thread pool (docs/adr). */
export function replySeal(
  sealer: AnswerSealer,
  now: () => Date,
  signatureOf: (prepared: PreparedSeal) => Promise<Buffer> = sealSignatureInPool,
): SealReply {
  return async (reply, octets) => {
    const prepared = sealer({ body: octets, header: (name) => headerOf(reply, name), now: now() });
    const { date, digest, signature } = prepared.finish(await signatureOf(prepared));
    void reply.headers({ date, digest, signature });
  };
}

/**
 * Seals every answer of the signed interface, its errors included (specification 5.9). It has to be
 * the last hook on answers: the Digest is of the octets as they are sent, after any content coding.
 */
export function addSeal(fastify: FastifyInstance, seal: SealReply): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (demandOf(request.routeOptions.config) === 'unsigned') return done(null, payload);
    const octets = octetsOf(payload, reply);
    if (octets === undefined) return done(new Error('an answer in parts cannot be sealed'));
    seal(reply, octets).then(() => done(null, payload), done);
  });
}

/** What is sent, or for HEAD would be sent for GET; 204 has no body whatever was given. */
function octetsOf(payload: unknown, { statusCode }: FastifyReply): Buffer | string | undefined {
  if (statusCode === 204 || payload === undefined || payload === null) return '';
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : undefined;
}

function headerOf(reply: FastifyReply, name: string): string | undefined {
  const value = reply.getHeader(name);
  return value === undefined ? undefined : String(value);
}
