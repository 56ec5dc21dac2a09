import { openDatabase } from '@nordgate/event-store';
import { createCertificateCache, createTrustStore, verifyRequest } from '@nordgate/signature';
import fastify from 'fastify';

/**
 * The baseline of the GET bench, as a process: a Fastify route that verifies the signature
 * inline and reads one row by its key. `node inline-server.js <database url> <PEM of the trusted CA>`.
 */
async function main(url: string, anchor: string): Promise<void> {
  const database = await openDatabase({ url, applicationName: 'inline-server', migrations: [] });
  const trust = createCertificateCache(createTrustStore({ anchors: [anchor] }));
  const server = fastify({ forceCloseConnections: true });
  server.get<{ Params: { id: string } }>('/:id/status', async ({ raw, params }, reply) => {
    const target = raw.url ?? '';
    const verified = verifyRequest({
      method: 'GET',
      target,
      rawHeaders: raw.rawHeaders,
      body: Buffer.alloc(0),
      now: new Date(),
      trust,
      digestRequired: false,
    });
    if ('refused' in verified) return reply.code(400).send(verified);
    const { rows } = await database.pool.query<{ state: { status: string } }>({
      name: 'bench.status',
      text: 'select state from es.stream where stream_id = $1',
      values: [params.id],
    });
    return { transactionStatus: rows[0]?.state.status };
  });
  process.stdout.write(`${await server.listen({ host: '127.0.0.1', port: 0 })}\n`);
  process.once('disconnect', () => process.exit(0));
}

const [, , url = '', anchor = ''] = process.argv;
await main(url, anchor);
