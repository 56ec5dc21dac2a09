import { createLog, startTelemetry } from '@nordgate/telemetry';
import fastify from 'fastify';
import { addMaintenancePage } from './maintenance.hook.js';
import { addPageTelemetry } from './page-telemetry.hook.js';

/** Spans are made, and nobody reads them. */
const unread = {
  onStart: () => undefined,
  onEnd: () => undefined,
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
};

describe('the telemetry of the pages', () => {
  const telemetry = startTelemetry({ service: 'test', version: '0', spanProcessors: [unread] });
  afterAll(() => telemetry.stop());

  const lines: string[] = [];
  const log = createLog({ app: 'sca', destination: { write: (line) => lines.push(line) } });
  /** The lines of one request: of its page, and of the access log. */
  async function linesOf(url: string) {
    lines.splice(0);
    const server = fastify();
    addPageTelemetry(server, log);
    server.addHook('onRequest', (request, _reply, done) =>
      done(request.url === '/rejected' ? new Error('rejected') : undefined),
    );
    for (const route of ['/approve/:link', '/rejected']) {
      server.get(route, () => {
        log.info('of the page');
        return 'page';
      });
    }
    await server.inject(url);
    await server.close();
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }
  const aTrace = expect.stringMatching(/^[0-9a-f]{32}$/) as string;

  it('names one trace in the line of the access log and in the lines of the page', async () => {
    const [ofPage, ofRequest] = await linesOf('/approve/1');
    expect([ofPage?.['msg'], ofRequest?.['msg']]).toEqual(['of the page', 'request']);
    expect(ofRequest?.['trace_id']).toEqual(aTrace);
    expect(ofRequest?.['trace_id']).toBe(ofPage?.['trace_id']);
  });

  it('names the trace of a request that is rejected before its page', async () => {
    expect(await linesOf('/rejected')).toMatchObject([{ msg: 'request', trace_id: aTrace }]);
  });

  it.each([
    ['/approve/1', true],
    ['/assets/site.css', false],
  ])('marks the duration of %s in a window of maintenance: %s', async (url, isMarked) => {
    const server = fastify();
    addPageTelemetry(server, undefined);
    const until = new Date(Date.now() + 60_000).toISOString();
    const window = { from: '2026-01-01T00:00:00Z', until, readsGoOn: false };
    addMaintenancePage(server, { running: () => window, ahead: () => [] });
    server.get(url, () => 'page');
    await server.inject(url);
    await server.close();
    const ofRoute = (await telemetry.scrape())
      .split('\n')
      .filter((line) => line.startsWith('nordgate_page_duration_seconds_count'))
      .filter((line) => line.includes(`http_route="${url}"`));
    expect(ofRoute).toHaveLength(1);
    expect(ofRoute[0]?.includes('nordgate_cause="maintenance"')).toBe(isMarked);
  });
});
