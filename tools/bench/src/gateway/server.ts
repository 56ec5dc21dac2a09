import { randomBytes } from 'node:crypto';
import { objectSchema } from '@nordgate/contracts/fields';
import { SinglePaymentInitiation } from '@nordgate/contracts/http';
import { startStubbedGateway } from '@nordgate/gateway/testing';
import { createCertificateCache, createTrustStore, verifyRequest } from '@nordgate/signature';
import { startTelemetry } from '@nordgate/telemetry';
import { singlePath } from '@nordgate/testing';
import { fastify } from 'fastify';

/**
 * The baseline of the gateway bench: Fastify that verifies each request at once and lets Ajv validate
 * the body by the same schema. It checks nothing else.
 */
async function startInlineEdge(path: string, anchors: readonly string[]): Promise<string> {
  const trust = createCertificateCache(createTrustStore({ anchors }));
  const server = fastify({ forceCloseConnections: true });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    ({ raw, method, url: target }, body, done) => {
      const bytes = body as Buffer;
      const { rawHeaders } = raw;
      const now = new Date();
      const request = { method, target, rawHeaders, body: bytes, now, trust };
      const verified = verifyRequest({ ...request, digestRequired: true });
      if ('refused' in verified) return done(Object.assign(new Error(), { statusCode: 400 }));
      done(null, JSON.parse(bytes.toString()));
    },
  );
  server.post(path, { schema: { body: objectSchema(SinglePaymentInitiation) } }, (_, reply) => {
    const paymentId = randomBytes(24).toString('base64url');
    const self = { href: `${path}/${paymentId}`, verbs: ['GET'] };
    return reply.code(201).send({ paymentId, transactionStatus: 'RCVD', _links: { self } });
  });
  return server.listen({ host: '127.0.0.1', port: 0 });
}

const boundless = 1_000_000;

/**
 * One server of the comparison as a process: `node server.js ours|inline [OTLP address, share of traces]`. Sends its address and a
 * trusted TPP identity, then answers every message with its processor time.
 */
async function main([contestant, tracesEndpoint, share]: readonly string[]): Promise<void> {
  // A bank always measures: without this, the price of its metrics would count as that of traces.
  const traces = tracesEndpoint !== undefined && { tracesEndpoint, tracesShare: Number(share) };
  startTelemetry({ service: 'bench', version: '0', ...traces });
  // One TPP sends more than a bank allows, on a machine that may be busy with other work.
  const rates = { perTpp: boundless, sandboxWritesPerTpp: boundless, perAddress: boundless };
  const gateway = await startStubbedGateway(
    { rates, load: { loopDelayMsMax: boundless } },
    { keep: false },
  );
  const identity = await gateway.newSeal('PSDNO-FSA-900000001');
  const url =
    contestant === 'ours' ? gateway.url : await startInlineEdge(singlePath, [gateway.authority]);
  process.on('message', () => process.send?.(process.cpuUsage()));
  process.once('disconnect', () => process.exit(0));
  process.send?.({ url, identity });
}

await main(process.argv.slice(2));
