import { coreReads } from './core-reads.js';
import { graph, percentile, rateOf } from './description.js';
import type { Dashboard, Row } from './description.js';

const group = 'messaging_consumer_group_name';
const topic = 'messaging_destination_name';

/** Consumers, relays, projections, databases and secrets of all services. */
export const services: Dashboard = {
  uid: 'nordgate-services',
  title: 'Nordgate: services and Kafka',
  description:
    'Lag in messages and seconds, slices, parked messages, rebalances, relays, projections, pools and secrets.',
  rows: [lags(), slices(), parked(), tables(), databases(), coreReads(), secrets()],
};

function lags(): Row {
  return {
    title: 'Consumers',
    panels: [
      graph(
        {
          title: 'Lag in seconds',
          description: 'Age of the oldest message that a group has not handled.',
          unit: 's',
          limits: { warning: 10, bad: 60 },
        },
        [
          `max by (${group}, ${topic}) (nordgate_consumer_lag_seconds)`,
          `{{${group}}} {{${topic}}}`,
        ],
      ),
    ],
  };
}

function slices(): Row {
  return {
    title: 'Slices',
    panels: [
      graph(
        {
          title: 'Lag in messages',
          description:
            'Messages of a topic that a group has not handled. Read it with the lag in seconds.',
          unit: 'short',
        },
        [
          `sum by (${group}, ${topic}) (nordgate_consumer_lag_messages)`,
          `{{${group}}} {{${topic}}}`,
        ],
      ),
      graph(
        {
          title: 'Handled slices',
          description: 'Slices that each group has handled.',
          unit: 'ops',
        },
        [rateOf('nordgate_slice_commands_count', group), `{{${group}}}`],
      ),
      graph(
        {
          title: 'Messages in a slice',
          description: 'The average. Near 100 the group works at its limit.',
          unit: 'short',
          limits: { warning: 50, bad: 90 },
        },
        [
          `${rateOf('nordgate_slice_commands_sum', group)} / ${rateOf('nordgate_slice_commands_count', group)}`,
          `{{${group}}}`,
        ],
      ),
      graph(
        {
          title: 'Age of handled messages, p99',
          description: 'Age of the first message of a slice when the slice is done.',
          unit: 's',
          limits: { warning: 1, bad: 60 },
        },
        [percentile(0.99, 'nordgate_message_delay_seconds', group), `{{${group}}}`],
      ),
    ],
  };
}

function parked(): Row {
  return {
    title: 'Parked messages, rebalances and errors',
    panels: [
      graph(
        {
          title: 'Parked now',
          description: 'Messages that wait for the operator.',
          unit: 'short',
          limits: { warning: 1, bad: 1 },
        },
        [`max by (${group}) (nordgate_parked_depth)`, `{{${group}}}`],
      ),
      graph(
        { title: 'Messages that were parked', description: 'Since the last hour.', unit: 'short' },
        [`sum by (${group}) (increase(nordgate_parked_messages_total[1h]))`, `{{${group}}}`],
      ),
      graph(
        {
          title: 'Rebalances',
          description:
            'How often a member of the group got its partitions in 15 minutes. A start and each rebalance count.',
          unit: 'short',
          limits: { warning: 3, bad: 6 },
        },
        [`max by (${group}) (increase(nordgate_rebalances_total[15m]))`, `{{${group}}}`],
      ),
      graph(
        {
          title: 'Errors of consumers',
          description:
            'Slices that failed; the consumer repeats them. `relay` and `producer` count, too.',
          unit: 'ops',
        },
        [rateOf('nordgate_consumer_errors_total', group), `{{${group}}}`],
      ),
    ],
  };
}

/** Only for services that export. */
function notExported(): ReturnType<typeof graph> {
  return graph(
    {
      title: 'Events that are not exported',
      description:
        'Age of the oldest event that no part of the export has; none for services that do not export.',
      unit: 's',
      limits: { warning: 1800, bad: 7200 },
    },
    ['max by (app) (nordgate_unexported_event_age_seconds)', '{{app}}'],
  );
}

function streamsOfADay(title: string, counted: 'deleted' | 'archived', which: string) {
  return graph({ title, description: `${which}, in the last day.`, unit: 'short' }, [
    `sum by (nordgate_stream_type) (increase(nordgate_streams_${counted}_total[1d]))`,
    '{{nordgate_stream_type}}',
  ]);
}

function failingWork(): ReturnType<typeof graph> {
  return graph(
    {
      title: 'Failures of periodic work',
      description: 'Runs of the work that one replica leads, which failed in 30 minutes.',
      unit: 'short',
      limits: { warning: 1, bad: 60 },
    },
    [
      'sum by (app, nordgate_work) (increase(nordgate_work_errors_total[30m]))',
      '{{app}} {{nordgate_work}}',
    ],
  );
}

function tables(): Row {
  return {
    title: 'Events and tables',
    panels: [
      graph(
        {
          title: 'Unpublished events',
          description: 'Age of the oldest event that the relay has not published on the topic.',
          unit: 's',
          limits: { warning: 10, bad: 30 },
        },
        [`max by (${topic}) (nordgate_unpublished_event_age_seconds)`, `{{${topic}}}`],
      ),
      notExported(),
      graph(
        {
          title: 'Projections',
          description: 'Age of the oldest event that is not in the table of a projection.',
          unit: 's',
          limits: { warning: 10, bad: 60 },
        },
        [
          'max by (app, nordgate_projection) (nordgate_projection_lag_seconds)',
          '{{app}} {{nordgate_projection}}',
        ],
      ),
      streamsOfADay('Deleted streams', 'deleted', 'Streams whose retention was over'),
      streamsOfADay(
        'Archived streams',
        'archived',
        'Ended streams whose events left the database for the archive',
      ),
      leftOutOfExport(),
      failingWork(),
      graph(
        {
          title: 'Payments that nobody approved in time',
          description: 'They became RJCT.',
          unit: 'ops',
        },
        [rateOf('nordgate_payments_swept_total', 'app'), 'swept'],
      ),
    ],
  };
}

function leftOutOfExport(): ReturnType<typeof graph> {
  const leftOut = 'sum by (nordgate_app) (increase(nordgate_export_left_out_events_total[1d]))';
  return graph(
    {
      title: 'Events left out of the export',
      description: 'Deleted events without which the export was written again, in the last day.',
      unit: 'short',
    },
    [leftOut, '{{nordgate_app}}'],
  );
}

function databases(): Row {
  return {
    title: 'Databases and queries',
    panels: [
      graph(
        {
          title: 'Wait for a connection, p99',
          description: 'Time until a connection of the pool was free.',
          unit: 's',
          limits: { warning: 0.1, bad: 0.5 },
        },
        [percentile(0.99, 'nordgate_pool_wait_seconds', 'nordgate_app'), '{{nordgate_app}}'],
      ),
      graph(
        {
          title: 'Connections',
          description: 'Used and idle connections, and work that waits for one.',
          unit: 'short',
        },
        [
          'sum by (nordgate_app, nordgate_pool_state) (nordgate_pool_connections)',
          '{{nordgate_app}} {{nordgate_pool_state}}',
        ],
      ),
      graph(
        { title: 'Queries', description: 'Queries that each service answers.', unit: 'reqps' },
        [rateOf('nordgate_query_duration_seconds_count', 'nordgate_app'), '{{nordgate_app}}'],
      ),
      graph(
        {
          title: 'Errors of queries',
          description:
            'The share of queries that a service did not answer, because of an outage or a bug.',
          unit: 'percentunit',
          limits: { warning: 0.001, bad: 0.01 },
        },
        ['nordgate:query_errors:ratio_rate5m', '{{nordgate_app}} {{nordgate_message_type}}'],
      ),
    ],
  };
}

function secrets(): Row {
  return {
    title: 'Secrets',
    panels: [
      graph(
        {
          title: 'Faults of secrets',
          description: '1 while a process cannot use a mounted file: the last good one counts.',
          unit: 'short',
          limits: { warning: 1, bad: 1 },
        },
        ['max by (app, nordgate_secret) (nordgate_secret_faults)', '{{app}} {{nordgate_secret}}'],
      ),
      graph(
        {
          title: 'Files newer than what is in use',
          description: '1 while a mounted file is newer than what the process uses.',
          unit: 'short',
          limits: { warning: 1, bad: 1 },
        },
        [
          'max by (app, nordgate_secret) (nordgate_secret_file_newer)',
          '{{app}} {{nordgate_secret}}',
        ],
      ),
      graph(
        {
          title: 'Changes of secrets',
          description: 'Changes of mounted files that took effect, in the last hour.',
          unit: 'short',
        },
        [
          'sum by (app, nordgate_secret) (increase(nordgate_secret_changes_total[1h]))',
          '{{app}} {{nordgate_secret}}',
        ],
      ),
    ],
  };
}
