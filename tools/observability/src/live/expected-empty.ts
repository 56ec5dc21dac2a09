/** Queries that have no data, or no finite number, in a healthy sandbox on one machine, by the metric, each with the reason. */
export const emptyWhenHealthy: Readonly<Record<string, string>> = {
  nordgate_revocation_list_remaining_seconds:
    'the sandbox has no revocation list; a bank with one in its trust folder has the gauge',
  nordgate_ocsp_answers_total: 'the sandbox asks no OCSP responder',
  nordgate_ocsp_unanswered: 'the sandbox asks no OCSP responder',
  nordgate_core_read_duration_seconds_count: 'the sandbox has its own books and asks no core',
  nordgate_core_read_duration_seconds_bucket: 'the sandbox has its own books and asks no core',
  nordgate_gateway_top_tpp_requests_per_second:
    'no TPP has sent a request in the ten seconds before the question, when the machine is slow',
  nordgate_sca_top_tpp_links_per_second:
    'nobody has opened a link in the ten seconds before the question, when the machine is slow',
  nordgate_streams_archived_total: 'the bank of the live run has no archive',
  nordgate_spans_lost_total: 'the processes of the live run export no spans',
};

/** Alerts that fire in every bank: their end is the alarm. */
export const alwaysFiring: ReadonlySet<string> = new Set(['Watchdog']);

/** Alerts that notify no person. */
export const silentAlerts: ReadonlySet<string> = new Set([...alwaysFiring, 'KnownOutage']);

/**
 * Alerts that measure the speed of the machine. A busy machine may be slow: the live run prints them and does
 * not fail. Their thresholds have promtool tests.
 */
export const alertsOnSpeed: ReadonlySet<string> = new Set([
  ...['', 'Fast', 'Slowly'].flatMap((speed) =>
    ['Accept', 'Visible', 'SitePage'].map((slo) => `${slo}BudgetBurns${speed}`),
  ),
  ...['EventLoopDelay', 'PoolWait', 'Overload'],
]);

/** The label of a metric that its series have in a window of maintenance, and for operations that the profile switches off. */
export const labelsInMaintenance: ReadonlyMap<string, string> = new Map([
  ['nordgate_http_request_duration_seconds', 'nordgate_cause'],
  ['nordgate_page_duration_seconds', 'nordgate_cause'],
]);
