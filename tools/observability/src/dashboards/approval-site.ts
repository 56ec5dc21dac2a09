import { graph, percentile, rateOf } from './description.js';
import type { Dashboard } from './description.js';

const pages = 'nordgate_page_duration_seconds';
const page = 'http_request_method, http_route';
const ofPage = '{{http_request_method}} {{http_route}}';

/** The approval site, page by page, and the approvals that it gives. */
export const approvalSite: Dashboard = {
  uid: 'nordgate-approval-site',
  title: 'Nordgate: approval site',
  description: 'Rate, errors and duration per page, limits, and the approvals of PSUs.',
  rows: [
    {
      title: 'Pages',
      panels: [
        graph({ title: 'Rate', description: 'Requests per page.', unit: 'reqps' }, [
          rateOf(`${pages}_count`, page),
          ofPage,
        ]),
        graph(
          {
            title: 'Errors',
            description: 'The share of answers with 5xx per page, over 5 minutes.',
            unit: 'percentunit',
            limits: { warning: 0.001, bad: 0.01 },
          },
          ['nordgate:site_page_errors:ratio_rate5m', ofPage],
        ),
        graph(
          {
            title: 'Duration, p95',
            description: 'SLO: 95 % of all pages within 500 ms.',
            unit: 's',
            limits: { warning: 0.5, bad: 2 },
          },
          [percentile(0.95, pages, page), ofPage],
        ),
        graph({ title: 'Answers by status', description: 'All pages together.', unit: 'reqps' }, [
          rateOf(`${pages}_count`, 'http_response_status_code'),
          '{{http_response_status_code}}',
        ]),
      ],
    },
    {
      title: 'Limits and approvals',
      panels: [
        graph(
          {
            title: 'Turned away',
            description:
              'Requests above a limit and closed connections. `wrong-tries` are guesses of codes; `tpp-links` are PSUs of a TPP whose links are opened too often.',
            unit: 'reqps',
          },
          [rateOf('nordgate_sca_turned_away_total', 'nordgate_cause'), '{{nordgate_cause}}'],
        ),
        graph(
          {
            title: 'TPPs whose links are opened most',
            description:
              'Links a second of the first three TPPs, without names. `linksPerSecond` of the profile bounds each of them.',
            unit: 'reqps',
          },
          [
            'sum by (nordgate_place) (nordgate_sca_top_tpp_links_per_second)',
            'place {{nordgate_place}}',
          ],
        ),
        graph(
          {
            title: 'Authorisations that nobody used in time',
            description:
              'A rise shows that PSUs do not come back to the site, or cannot use it. A link of a payment or basket that nobody has used is not counted.',
            unit: 'ops',
          },
          [rateOf('nordgate_authorisations_swept_total', 'app'), 'swept'],
        ),
        graph(
          {
            title: 'Untrusted approvals',
            description:
              'Approvals of the last hour whose seal a service did not accept. Any is an alarm.',
            unit: 'short',
            limits: { warning: 1, bad: 1 },
          },
          [
            'sum by (app, nordgate_refusal_reason) (increase(nordgate_untrusted_approvals_total[1h]))',
            '{{app}} {{nordgate_refusal_reason}}',
          ],
        ),
      ],
    },
  ],
};
