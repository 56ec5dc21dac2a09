import { graph, table } from './description.js';
import type { Dashboard, Row } from './description.js';

const chosen = '{job="nordgate", app=~"$app"}';

/** CPU, memory and event loop of each process. */
export const processes: Dashboard = {
  uid: 'nordgate-processes',
  title: 'Nordgate: processes',
  description: 'Starts, CPU, memory, event loop and garbage collection of each process.',
  variables: ['app'],
  rows: [instances(), node(), telemetry()],
};

function instances(): Row {
  return {
    title: 'Instances',
    panels: [
      table(
        {
          title: 'Answers',
          description: '1 for each process that answers a scrape.',
          unit: 'short',
        },
        `up${chosen}`,
      ),
      checks(),
      table(
        { title: 'Started', description: 'When each process started.', unit: 'dateTimeFromNow' },
        `process_start_time_seconds${chosen} * 1000`,
      ),
      each(
        'CPU',
        'Cores that a process uses.',
        'short',
        `rate(process_cpu_seconds_total${chosen}[$__rate_interval])`,
      ),
      each(
        'Memory',
        'Resident memory. The platform ends a process at its limit.',
        'bytes',
        `process_resident_memory_bytes${chosen}`,
      ),
      graph(
        {
          title: 'File descriptors',
          description: 'The share of the allowed file descriptors that is open.',
          unit: 'percentunit',
          limits: { warning: 0.5, bad: 0.8 },
        },
        [`process_open_fds${chosen} / process_max_fds${chosen}`, '{{app}} {{instance}}'],
      ),
      each(
        'Handles',
        'Open sockets, timers and files of Node.',
        'short',
        `nodejs_active_handles_total${chosen}`,
      ),
    ],
  };
}

function checks() {
  return table(
    {
      title: 'Checks',
      description:
        '1 for each check of a process that is up: its parts, and the systems that it needs.',
      unit: 'short',
    },
    `min by (app, check) (nordgate_check_up${chosen})`,
  );
}

function node(): Row {
  return {
    title: 'Node',
    panels: [
      graph(
        {
          title: 'Event loop, p99',
          description:
            'How late the event loop is. The gateway answers 503 above 500 ms on average.',
          unit: 's',
          limits: { warning: 0.1, bad: 0.25 },
        },
        [`nodejs_eventloop_lag_p99_seconds${chosen}`, '{{app}} {{instance}}'],
      ),
      each(
        'Heap',
        'Used memory of the heap after the last measurement.',
        'bytes',
        `nodejs_heap_size_used_bytes${chosen}`,
      ),
      each(
        'Memory outside of the heap',
        'Buffers of sockets and files.',
        'bytes',
        `nodejs_external_memory_bytes${chosen}`,
      ),
      graph(
        {
          title: 'Garbage collection',
          description: 'The share of the time that goes into garbage collection.',
          unit: 'percentunit',
          limits: { warning: 0.05, bad: 0.1 },
        },
        [
          `sum by (app, instance) (rate(nodejs_gc_duration_seconds_sum${chosen}[$__rate_interval]))`,
          '{{app}} {{instance}}',
        ],
      ),
    ],
  };
}

function telemetry(): Row {
  return {
    title: 'Telemetry',
    panels: [
      graph(
        {
          title: 'Lost spans',
          description:
            'Spans that never reached the collector: too many waited, or it did not take them.',
          unit: 'ops',
        },
        [
          `sum by (app, nordgate_cause) (rate(nordgate_spans_lost_total${chosen}[$__rate_interval]))`,
          '{{app}} {{nordgate_cause}}',
        ],
      ),
    ],
  };
}

function each(title: string, description: string, unit: 'short' | 'bytes', expr: string) {
  return graph({ title, description, unit }, [expr, '{{app}} {{instance}}']);
}
