import type { FastifyInstance, FastifyRequest } from 'fastify';
import { withoutOuterSpace } from '@nordgate/signature';
import { hasBody, bodyBytesMaxOf } from './request-limits.hook.js';
import type { RequestLimits } from './request-limits.hook.js';
import { requirementsOf } from '../request/route.decorator.js';
import { fault, RequestError, tooLargeBody } from '../reply/request-error.js';

/** Methods whose body has no meaning (RFC 9110 section 9.3): it is read, and only its Digest counts. */
const methodsWithIgnoredBody: readonly string[] = ['GET', 'DELETE'];

/**
 * Takes a body of any media type with GET and DELETE, where it is ignored.
 * The verification checks its Digest as on any request.
 */
export function addIgnoredBodies(fastify: FastifyInstance): void {
  fastify.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  fastify.addHook('onRequest', ({ method, raw }, _reply, done) => {
    if (methodsWithIgnoredBody.includes(method)) {
      // Fastify picks the parser by this header. The signature is checked over the raw headers.
      if (hasBody(raw)) raw.headers['content-type'] = 'application/json';
      else Reflect.deleteProperty(raw.headers, 'content-type');
    }
    done();
  });
}

/**
 * Refuses, by the headers alone, a body that the interface does not take: 501 for a transfer coding
 * other than chunked (RFC 9112 section 6.1), 415 for a content coding, a media type other than JSON or
 * a charset other than UTF-8 (RFC 9110 section 15.5.16), 413 for a declared length beyond the limit.
 * The body of a GET or DELETE is ignored, so only its length counts.
 */
export function addBodyFormat(fastify: FastifyInstance, limits: RequestLimits): void {
  fastify.addHook('onRequest', (request, _reply, done) => done(unacceptable(request, limits)));
}

function unacceptable(request: FastifyRequest, limits: RequestLimits): RequestError | undefined {
  const { headers } = request.raw;
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && withoutOuterSpace(coding).toLowerCase() !== 'chunked')
    return codedTransfer();
  const requirements = requirementsOf(request.routeOptions.config);
  if (typeof requirements !== 'object' || !hasBody(request.raw)) return undefined;
  if (!methodsWithIgnoredBody.includes(request.method)) {
    if (isCoded(headers['content-encoding'])) return codedContent();
    if (!isJson(headers['content-type'])) return notJson();
    // The parser is picked by this header, and reads fewer forms of it. The signature is checked over the raw headers.
    headers['content-type'] = 'application/json';
  }
  const isLarge = Number(headers['content-length'] ?? 0) > bodyBytesMaxOf(requirements, limits);
  return isLarge ? tooLargeBody() : undefined;
}

/** `identity` is no coding (RFC 9110 section 8.4.1), and a list may have empty elements (section 5.6.1). */
const isCoded = (codings = ''): boolean =>
  codings.split(',').some((one) => !notCodings.has(withoutOuterSpace(one).toLowerCase()));
const notCodings: ReadonlySet<string> = new Set(['', 'identity']);

function isJson(contentType = ''): boolean {
  const [mediaType = '', ...parameters] = contentType.toLowerCase().split(';');
  if (withoutOuterSpace(mediaType) !== 'application/json') return false;
  return parameters.every((parameter) => {
    const [name = '', value = ''] = parameter.split('=', 2).map(withoutOuterSpace);
    return name !== 'charset' || utf8Names.has(value);
  });
}

const utf8Names: ReadonlySet<string> = new Set(['utf-8', 'utf8', '"utf-8"', '"utf8"']);

const notJson = (): RequestError =>
  new RequestError([fault('BAD_REQUEST', 'request.contentType', 'Content-Type')], { status: 415 });

/** RFC 9110 section 15.5.16: Accept-Encoding tells why. */
const codedContent = (): RequestError =>
  new RequestError([fault('BAD_REQUEST', 'request.contentCoding', 'Content-Encoding')], {
    status: 415,
    headers: { 'accept-encoding': 'identity' },
  });

const codedTransfer = (): RequestError =>
  new RequestError([fault('BAD_REQUEST', 'request.transferCoding', 'Transfer-Encoding')], {
    status: 501,
  });
