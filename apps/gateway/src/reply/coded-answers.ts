import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { encodingFor, takesIdentity } from '../access/negotiated.js';
import type { Encoding } from '../access/negotiated.js';

/** What is shorter grows by being coded, or gains nothing worth the time. */
export const codedFromOctets = 1024;

/** What answers depend on besides their address. */
export const varies = 'accept-encoding, accept-language';

/** What Node takes for brotli by default is slow; this is about as fast as gzip. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/**
 * Codes long answers with gzip or br as Accept-Encoding asks (specification 4.3), on Node's thread
 * pool; short ones only for who refuses them as they are. A header that refuses everything has been
 * refused in words of ours, which go out uncoded.
 */
export function addCodedAnswers(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    void reply.header('vary', varies);
    const accepted = request.headers['accept-encoding'];
    const codable = typeof payload === 'string' && payload !== '' && request.method !== 'HEAD';
    if (!codable || accepted === undefined) return done(null, payload);
    const octets = Buffer.from(payload);
    const encoding = codingOf(octets, accepted);
    if (encoding === 'identity') return done(null, payload);
    const send = (error: Error | null, coded: Buffer) => {
      if (error !== null) return done(error);
      void reply.header('content-encoding', encoding).removeHeader('content-length');
      done(null, coded);
    };
    if (encoding === 'gzip') gzip(octets, send);
    else brotliCompress(octets, brotliOptions, send);
  });
}

function codingOf({ length }: Buffer, accepted: string): Encoding {
  const short = length < codedFromOctets;
  if (short && takesIdentity(accepted)) return 'identity';
  return encodingFor(accepted) ?? 'identity';
}
