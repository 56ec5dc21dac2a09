import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { streamIdOf } from '@nordgate/contracts/rules';
import { parse } from 'yaml';
import { runbooksFolder } from './runbooks.js';

const page = readFileSync(join(runbooksFolder, 'follow-a-request.md'), 'utf8');
const read = (path: string) => readFileSync(join(runbooksFolder, '../..', path), 'utf8');

describe('the page about one request', () => {
  it.each(['/v1/payments/norwegian-domestic-credit-transfers', '/v1/signing-baskets'])(
    'has the shell line that computes the stream of POST %s',
    (route) => {
      const [, line = ''] = /^ +(printf .+ \| sha256sum .+)$/m.exec(page) ?? [];
      const request = {
        tpp: 'PSDNO-FSA-123456789',
        requestId: '5d0d1c0e-2f0b-4d3b-9c4e-0c7f2a8f6f11',
        generation: 0,
      };
      expect(page).toContain(route);
      const env = { TPP: request.tpp, ROUTE: route, REQUEST_ID: request.requestId };
      const computed = execFileSync('sh', ['-c', line], {
        encoding: 'utf8',
        env: { ...process.env, ...env },
      });
      expect(computed.trim()).toBe(streamIdOf(request, 'POST', route));
    },
  );

  it('has the log lines of the apps', () => {
    const lines: readonly (readonly [line: string, file: string])[] = [
      ['a request to the site failed', 'apps/sca/src/site/frame/site-error.filter.ts'],
      ['a request to the site got an error page', 'apps/sca/src/site/frame/site-error.ts'],
      ['A message was parked.', 'libs/messaging/src/nest/parked-log.ts'],
    ];
    for (const [line, file] of lines) {
      expect(page).toContain(`\`${line}\``);
      expect(read(file)).toContain(`'${line}'`);
    }
  });

  it('has the share of traces that the processes record', () => {
    const [, percent] = /TRACES_PERCENT = (\d+);/.exec(
      read('libs/service/src/host/settings/process-settings.ts'),
    ) as unknown as [string, string];
    expect(page).toContain(`record ${percent} % of all traces`);
  });

  it('has the share of those traces that the collector keeps', () => {
    const collector = parse(read('deploy/observability/collector.yaml')) as {
      processors: {
        tail_sampling: { policies: { probabilistic?: { sampling_percentage: number } }[] };
      };
    };
    const { policies } = collector.processors.tail_sampling;
    const share = policies.flatMap((one) => one.probabilistic?.sampling_percentage ?? []);
    expect(page).toContain(`keeps ${String(share[0])} %`);
  });
});
