import { graph, stat } from './description.js';
import type { Dashboard } from './description.js';

/** The runs of the batch and their way through the services. */
export const batch: Dashboard = {
  uid: 'nordgate-batch',
  title: 'Nordgate: batch',
  description: 'The open run, what runs pick, and the consumers on the way of a transfer.',
  rows: [
    {
      title: 'Runs',
      panels: [
        stat(
          {
            title: 'In progress',
            description: 'Payments of the open run without an outcome.',
            unit: 'short',
          },
          'max(nordgate_batch_run_in_progress)',
        ),
        stat(
          {
            title: 'Completed in a day',
            description:
              'Runs in which everything has an outcome. The profile has five times a day.',
            unit: 'short',
          },
          'sum(increase(nordgate_batch_runs_completed_total[1d]))',
        ),
        stat(
          {
            title: 'Picked in a day',
            description: 'Payments and occurrences that runs have picked.',
            unit: 'short',
          },
          'sum(increase(nordgate_batch_picked_total[1d]))',
        ),
        stat(
          {
            title: 'The last run ended',
            description: 'The end of the last run in which everything has an outcome.',
            unit: 'dateTimeFromNow',
          },
          'max(nordgate_batch_last_run_end_timestamp_seconds) * 1000',
        ),
        graph(
          {
            title: 'The open run',
            description: 'It has to fall to 0. An alert fires after an hour without a change.',
            unit: 'short',
          },
          ['max(nordgate_batch_run_in_progress)', 'in progress'],
        ),
        graph(
          {
            title: 'Age and lateness',
            description:
              'How long the open run is open, and for how long a slot has waited for its run.',
            unit: 's',
            limits: { warning: 600, bad: 3600 },
          },
          ['max(nordgate_batch_open_run_age_seconds)', 'age of the open run'],
          ['max(nordgate_batch_slot_delay_seconds)', 'delay of the slot'],
        ),
        graph(
          { title: 'Picked', description: 'Payments and occurrences by minute.', unit: 'short' },
          ['sum(increase(nordgate_batch_picked_total[1m]))', 'picked'],
        ),
        graph(
          {
            title: 'Overdue transfers and contradictions',
            description:
              'Transfers without an outcome after a reminder, and outcomes that contradict earlier ones.',
            unit: 'short',
            limits: { warning: 1, bad: 1 },
          },
          ['max(nordgate_batch_overdue_transfers)', 'overdue'],
          ['max(nordgate_batch_contradictions)', 'contradictions'],
        ),
      ],
    },
    {
      title: 'On the way of a transfer',
      panels: [
        graph(
          {
            title: 'Consumers',
            description: 'Lag of the groups that claim, instruct, execute and settle.',
            unit: 's',
            limits: { warning: 10, bad: 60 },
          },
          [
            'max by (messaging_consumer_group_name) (nordgate_consumer_lag_seconds{messaging_consumer_group_name=~"batch.*|accounts.*|payments[.]settle-execution"})',
            '{{messaging_consumer_group_name}}',
          ],
        ),
        graph(
          {
            title: 'Tables of the batch',
            description: 'The report of a run, and its end, wait for these tables.',
            unit: 's',
            limits: { warning: 10, bad: 60 },
          },
          [
            'max by (nordgate_projection) (nordgate_projection_lag_seconds{app="batch"})',
            '{{nordgate_projection}}',
          ],
        ),
      ],
    },
  ],
};
