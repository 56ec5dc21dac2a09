import { graph, percentile, stat, table } from './description.js';
import type { Dashboard, Row } from './description.js';

const group = 'messaging_consumer_group_name';
const lag = `max by (${group}) (nordgate_consumer_lag_seconds)`;

/** The four questions of an SRE at night (ADR 43), each a row. */
export const overview: Dashboard = {
  uid: 'nordgate-overview',
  title: 'Nordgate: overview',
  description:
    'Do callers get answers, are accepted requests carried out, where does it wait, is anything lost or parked? The other dashboards have the details.',
  rows: [answers(), outcomes(), waits(), losses()],
};

function answers(): Row {
  return {
    title: 'Do callers get answers?',
    panels: [
      share('availability', 'Requests without 5xx', 'SLO 99.9 %.', 0.999, 0.99),
      share('accept', 'Accepted within 300 ms', 'SLO 99 %.', 0.99, 0.95),
      share('visible', 'Visible within 2 s', 'SLO 99 %.', 0.99, 0.95),
      share('site-page', 'Pages within 500 ms', 'Failed pages are late. SLO 95 %.', 0.95, 0.9),
      share('site-availability', 'Pages without 5xx', 'SLO 99.9 %.', 0.999, 0.99),
      graph(
        {
          title: 'Requests',
          description: 'Requests to the gateway by status. 4xx are mistakes of callers.',
          unit: 'reqps',
        },
        [
          'sum by (http_response_status_code) (rate(nordgate_http_request_duration_seconds_count[$__rate_interval]))',
          '{{http_response_status_code}}',
        ],
      ),
      graph(
        {
          title: 'Speed of errors',
          description:
            'How many times faster than allowed the error budget is spent, over one hour. 14.4 pages.',
          unit: 'short',
          limits: { warning: 1, bad: 14.4 },
        },
        ['nordgate:slo_errors:ratio_rate1h{slo="accept"} / 0.01', '{{slo}}'],
        ['nordgate:slo_errors:ratio_rate1h{slo="visible"} / 0.01', '{{slo}}'],
        ['nordgate:slo_errors:ratio_rate1h{slo="availability"} / 0.001', '{{slo}}'],
        ['nordgate:slo_errors:ratio_rate1h{slo="site-page"} / 0.05', '{{slo}}'],
        ['nordgate:slo_errors:ratio_rate1h{slo="site-availability"} / 0.001', '{{slo}}'],
      ),
    ],
  };
}

function share(slo: string, title: string, text: string, warning: number, bad: number) {
  return stat(
    {
      title,
      description: `Over one hour. ${text}`,
      unit: 'percentunit',
      limits: { warning: bad, bad: warning, isLowBad: true },
    },
    `1 - nordgate:slo_errors:ratio_rate1h{slo="${slo}"}`,
  );
}

function outcomes(): Row {
  return {
    title: 'Are accepted requests carried out?',
    panels: [
      graph(
        {
          title: 'Accepted until visible',
          description: 'Time from the acceptance of a command until its events are in the view.',
          unit: 's',
          limits: { warning: 1, bad: 2 },
        },
        [percentile(0.5, 'nordgate_visible_seconds', 'job'), 'p50'],
        [percentile(0.99, 'nordgate_visible_seconds', 'job'), 'p99'],
      ),
      graph(
        {
          title: 'Decisions on commands',
          description: 'Time from the send of a command to its outcome, as the gateway sees it.',
          unit: 's',
          limits: { warning: 0.3, bad: 2 },
        },
        [
          percentile(0.99, 'nordgate_command_duration_seconds', 'nordgate_message_type'),
          '{{nordgate_message_type}}',
        ],
      ),
    ],
  };
}

function waits(): Row {
  return {
    title: 'Where does it wait?',
    panels: [
      graph(
        {
          title: 'Consumers',
          description:
            'Age of the oldest message that a consumer group has not handled: the ten highest.',
          unit: 's',
          limits: { warning: 10, bad: 60 },
        },
        [`topk(10, ${lag})`, `{{${group}}}`],
      ),
      graph(
        {
          title: 'Relays and projections',
          description:
            'Age of the oldest event that is not published, or not in the table of a projection.',
          unit: 's',
          limits: { warning: 10, bad: 60 },
        },
        [
          'max by (messaging_destination_name) (nordgate_unpublished_event_age_seconds)',
          '{{messaging_destination_name}}',
        ],
        [
          'max by (nordgate_projection) (nordgate_projection_lag_seconds)',
          '{{nordgate_projection}}',
        ],
      ),
    ],
  };
}

function losses(): Row {
  return {
    title: 'Is anything lost or parked?',
    panels: [
      number(
        'Parked messages',
        'Messages that wait for the operator now.',
        'sum(max by (messaging_consumer_group_name) (nordgate_parked_depth))',
      ),
      number(
        'Untrusted approvals',
        'Approvals of the last day whose seal a service did not accept.',
        'sum(increase(nordgate_untrusted_approvals_total[1d]))',
      ),
      number(
        'Targets down',
        'Processes that do not answer a scrape.',
        'count(up{job="nordgate"} == 0) or vector(0)',
      ),
      number('Alerts', 'Alerts that fire now.', 'count(ALERTS{alertstate="firing"}) or vector(0)'),
      table(
        { title: 'Releases', description: 'Processes by app and release.', unit: 'short' },
        'count by (app, version) (nordgate_build_info)',
      ),
    ],
  };
}

function number(title: string, description: string, expr: string) {
  return stat({ title, description, unit: 'short', limits: { warning: 1, bad: 1 } }, expr);
}
