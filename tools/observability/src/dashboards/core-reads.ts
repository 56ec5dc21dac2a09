import { graph, percentile, rateOf } from './description.js';
import type { Row } from './description.js';

/** How the core answers where TPPs read its books. */
export function coreReads(): Row {
  return {
    title: 'Reads of the core',
    panels: [
      graph(
        {
          title: 'Reads of the core',
          description: 'Requests for balances and transactions to the core, by their outcome.',
          unit: 'reqps',
        },
        [
          rateOf('nordgate_core_read_duration_seconds_count', 'nordgate_outcome'),
          '{{nordgate_outcome}}',
        ],
      ),
      graph(
        {
          title: 'Time of a read of the core, p99',
          description: 'A read is given up after 1.5 seconds.',
          unit: 's',
          limits: { warning: 0.5, bad: 1 },
        },
        [
          percentile(0.99, 'nordgate_core_read_duration_seconds', 'nordgate_outcome'),
          '{{nordgate_outcome}}',
        ],
      ),
    ],
  };
}
