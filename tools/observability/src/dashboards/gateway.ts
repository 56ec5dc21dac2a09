import { graph, percentile, rateOf } from './description.js';
import type { Dashboard, Row } from './description.js';

const requests = 'nordgate_http_request_duration_seconds';
const route = 'http_request_method, http_route';
const ofRoute = '{{http_request_method}} {{http_route}}';

/** Rate, errors and duration per route of the gateway, and what its decisions on callers rest on. */
export const gateway: Dashboard = {
  uid: 'nordgate-gateway',
  title: 'Nordgate: gateway',
  description: 'Rate, errors and duration per route, refusals, limits, and the trust in callers.',
  rows: [routes(), refusals(), behind(), trust(), revocation()],
};

function routes(): Row {
  return {
    title: 'Routes',
    panels: [
      graph({ title: 'Rate', description: 'Requests per route template.', unit: 'reqps' }, [
        rateOf(`${requests}_count`, route),
        ofRoute,
      ]),
      graph(
        {
          title: 'Errors',
          description: 'The share of answers with 5xx per route, over 5 minutes.',
          unit: 'percentunit',
          limits: { warning: 0.001, bad: 0.0144 },
        },
        ['nordgate:http_errors:ratio_rate5m', ofRoute],
      ),
      graph(
        {
          title: 'Duration, p99',
          description: 'Writes have the SLO 300 ms.',
          unit: 's',
          limits: { warning: 0.3, bad: 1 },
        },
        [percentile(0.99, requests, route), ofRoute],
      ),
      graph(
        { title: 'Duration of all routes', description: 'Percentiles of all requests.', unit: 's' },
        [percentile(0.5, requests, 'job'), 'p50'],
        [percentile(0.95, requests, 'job'), 'p95'],
        [percentile(0.99, requests, 'job'), 'p99'],
      ),
    ],
  };
}

function refusals(): Row {
  return {
    title: 'Refusals and limits',
    panels: [
      graph(
        {
          title: 'Refusals by code',
          description: 'Rejected requests by the code of the first fault.',
          unit: 'reqps',
        },
        [rateOf('nordgate_gateway_refusals_total', 'nordgate_refusal'), '{{nordgate_refusal}}'],
      ),
      graph(
        {
          title: 'Refusals by reason',
          description: 'A new reason after a release shows a change that callers notice.',
          unit: 'reqps',
        },
        [
          rateOf('nordgate_gateway_refusals_total', 'nordgate_refusal_reason'),
          '{{nordgate_refusal_reason}}',
        ],
      ),
      graph(
        {
          title: 'Turned away',
          description:
            'Requests above a limit and closed connections. `event-loop` and `command-lag` mean that the gateway itself is too slow.',
          unit: 'reqps',
        },
        [rateOf('nordgate_gateway_turned_away_total', 'nordgate_cause'), '{{nordgate_cause}}'],
      ),
      graph(
        {
          title: 'Busiest TPPs',
          description:
            'Requests a second of the three TPPs that send most, without names. One far above the others: the access log names it, and `rates` of the profile bounds it.',
          unit: 'reqps',
        },
        [
          'sum by (nordgate_place) (nordgate_gateway_top_tpp_requests_per_second)',
          'place {{nordgate_place}}',
        ],
      ),
    ],
  };
}

function behind(): Row {
  return {
    title: 'Behind the gateway',
    panels: [
      graph(
        {
          title: 'Commands, p99',
          description: 'Time from the send of a command to its outcome.',
          unit: 's',
          limits: { warning: 0.3, bad: 2 },
        },
        [
          percentile(0.99, 'nordgate_command_duration_seconds', 'nordgate_message_type'),
          '{{nordgate_message_type}}',
        ],
      ),
      graph(
        {
          title: 'Queries, p99',
          description: 'Time that a service needs to answer a query.',
          unit: 's',
          limits: { warning: 0.1, bad: 0.5 },
        },
        [
          percentile(
            0.99,
            'nordgate_query_duration_seconds',
            'nordgate_app, nordgate_message_type',
          ),
          '{{nordgate_app}} {{nordgate_message_type}}',
        ],
      ),
    ],
  };
}

function trust(): Row {
  return {
    title: 'Trust in callers',
    panels: [
      graph(
        {
          title: 'Faults of trust material',
          description:
            '1 while the folder or the register cannot be used: the last good state counts.',
          unit: 'short',
          limits: { warning: 1, bad: 1 },
        },
        [
          'max by (app, nordgate_trust_source) (nordgate_trust_faults)',
          '{{app}} {{nordgate_trust_source}}',
        ],
      ),
      graph(
        {
          title: 'Age of the list of stops',
          description: 'Age of the last list of stopped TPPs that accounts returned.',
          unit: 's',
          limits: { warning: 60, bad: 300 },
        },
        ['max by (instance) (nordgate_stop_list_age_seconds)', '{{instance}}'],
      ),
    ],
  };
}

function revocation(): Row {
  return {
    title: 'Revocation of certificates',
    panels: [
      graph(
        {
          title: 'Time left of revocation lists',
          description: 'Time until the next revocation list of any CA is due.',
          unit: 's',
          limits: { warning: 21_600, bad: 600, isLowBad: true },
        },
        ['min by (instance) (nordgate_revocation_list_remaining_seconds)', '{{instance}}'],
      ),
      graph(
        {
          title: 'Time left of certificates',
          description: 'Time until a certificate of an app expires: of TLS, and of the seal.',
          unit: 's',
          limits: { warning: 1_209_600, bad: 86_400, isLowBad: true },
        },
        [
          'min by (app, nordgate_certificate) (nordgate_certificate_expiry_timestamp_seconds) - time()',
          '{{app}} {{nordgate_certificate}}',
        ],
      ),
      graph(
        {
          title: 'Answers of OCSP responders',
          description: 'Questions to OCSP responders by their result.',
          unit: 'ops',
        },
        [rateOf('nordgate_ocsp_answers_total', 'nordgate_ocsp_result'), '{{nordgate_ocsp_result}}'],
      ),
      graph(
        {
          title: 'Certificates without a valid OCSP answer',
          description: 'Certificates in use whose responder has given no answer that is valid now.',
          unit: 'short',
          limits: { warning: 1, bad: 1 },
        },
        ['max by (instance) (nordgate_ocsp_unanswered)', '{{instance}}'],
      ),
    ],
  };
}
