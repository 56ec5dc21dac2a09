import type { Counter, Gauge } from '@opentelemetry/api';
import { metricNames } from './names.js';
import { instrumentsOf } from './metrics.js';
import { startTelemetry } from './start.js';

describe('a scrape', () => {
  it('says what every metric measures, those of Node and of the process included', async () => {
    const telemetry = startTelemetry({ service: 'test', version: '0' });
    for (const instrument of Object.values(instrumentsOf()) as (Counter | Gauge)[]) {
      if ('add' in instrument) instrument.add(1);
      else instrument.record(1);
    }
    const text = await telemetry.scrape();
    await telemetry.stop();
    const helped = new Map(
      [...text.matchAll(/^# HELP (\S+) (.+)$/gm)].map(([, name, help]) => [name, help]),
    );
    const names = [...Object.values(metricNames), 'process_resident_memory_bytes'];
    names.push('nodejs_eventloop_lag_seconds', 'process_start_time_seconds');
    expect(names.filter((name) => !helped.has(name))).toEqual([]);
    expect([...helped].filter(([, help]) => help === 'description missing')).toEqual([]);
    const types = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(types).toEqual([...new Set(types)]);
  });
});
