import { brotliCompress, constants, gzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { encodingFor, takesIdentity } from './negotiation.js';
import type { Encoding } from './negotiation.js';

/** A shorter answer grows by the coding, or gains too little for the time. */
export const codedFromBytes = 1024;

/** Node's default quality for brotli is slow; this one is about as fast as gzip. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/**
 * Codes long answers with gzip or br as Accept-Encoding asks (specification 4.3), on Node's thread
 * pool. Short answers are coded only for a TPP that refuses uncoded ones. A header that refuses every
 * coding has been answered with 406, and that answer leaves uncoded.
 */
export function addCodedAnswers(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const accepted = request.headers['accept-encoding'];
    const codable = typeof payload === 'string' && payload !== '' && request.method !== 'HEAD';
    if (!codable || accepted === undefined) return done(null, payload);
    const bytes = Buffer.from(payload);
    const encoding = codingOf(bytes.length, accepted);
    if (encoding === 'identity') return done(null, payload);
    const send = (error: Error | null, coded: Buffer) => {
      if (error !== null) return done(error);
      void reply.header('content-encoding', encoding).removeHeader('content-length');
      done(null, coded);
    };
    if (encoding === 'gzip') gzip(bytes, send);
    else brotliCompress(bytes, brotliOptions, send);
  });
}

/** The coding of an answer of this length for an Accept-Encoding header. */
function codingOf(length: number, accepted: string): Encoding {
  const isShort = length < codedFromBytes;
  if (isShort && takesIdentity(accepted)) return 'identity';
  return encodingFor(accepted) ?? 'identity';
}

/** A text in each content coding of answers. It is coded once and not for every request. */
export type PreparedText = Readonly<Record<Encoding, Buffer>>;

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

/** Codes a text on Node's thread pool. */
export async function preparedText(text: string): Promise<PreparedText> {
  const identity = Buffer.from(text);
  const [gzip, br] = await Promise.all([gzipped(identity), brotlied(identity, brotliOptions)]);
  return { identity, gzip, br };
}

/** Picks the coding that Accept-Encoding asks for, names it in the answer, and returns the bytes. */
export function codedBytes(
  text: PreparedText,
  accepted: string | undefined,
  reply: FastifyReply,
): Buffer {
  if (accepted === undefined) return text.identity;
  const coding = codingOf(text.identity.length, accepted);
  if (coding !== 'identity') void reply.header('content-encoding', coding);
  return text[coding];
}
