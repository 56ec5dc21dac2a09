import { openDatabase } from '@nordgate/event-store';
import { renderLogIn } from '@nordgate/sca/log-in.page';
import { fastify } from 'fastify';

/** The part of an authorisation's state that the page shows. */
interface State {
  readonly initiator: { readonly tppName: string };
}

const byStream = {
  name: 'bench.page',
  text: 'select state from es.stream where stream_id = $1',
};

/** As many as the page of a sandbox shows. */
const testCustomers = Array.from({ length: 8 }, (_, at) => ({
  name: `Customer ${String(at)}`,
  number: `1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a1${String(at)}`,
}));

/**
 * The baseline of the page bench, as a process: `node bare-page.js <database url>`. A Fastify route that
 * does one query by the primary key and renders the same template. It checks no token, keeps no
 * deadline and sets no cookie. It sends its address.
 */
async function main(url: string): Promise<void> {
  const database = await openDatabase({ url, applicationName: 'bench-page', migrations: [] });
  const server = fastify({ forceCloseConnections: true });
  server.get<{ Params: { id: string; token: string } }>(
    '/sign/:id/:token',
    async (request, reply) => {
      const { id, token } = request.params;
      const { rows } = await database.pool.query<{ state: State }>({
        ...byStream,
        values: [`authorisation-${id}`],
      });
      const { initiator } = rows[0]?.state ?? { initiator: { tppName: '' } };
      const html = renderLogIn(
        { language: 'en', environment: 'sandbox', bankName: 'Nordgate', address: '/' },
        { key: 'logIn.title' },
        {
          kind: 'payment',
          lead: 'logIn.payment',
          tppName: initiator.tppName,
          action: `/sign/${id}/${token}`,
          csrf: 'a-token-of-forty-three-characters-xxxxxxxxx',
          cancel: 'https://tpp.example/back?code=SCA_INVALID',
          host: 'bank.example',
          testCustomers,
        },
      );
      return reply.type('text/html; charset=utf-8').send(html);
    },
  );
  process.once('disconnect', () => process.exit(0));
  process.send?.(await server.listen({ host: '127.0.0.1', port: 0 }));
}

await main(process.argv[2] ?? '');
