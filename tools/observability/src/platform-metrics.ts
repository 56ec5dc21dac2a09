/**
 * The metrics of `rules/platform.yml`. No process of the bank has them, so nothing here can compare them with their sources:
 * each has the place where its maker names it.
 */
export const platformMetrics: Readonly<Record<string, string>> = {
  ...named(
    'Strimzi, main branch at 002c1aed, packaging/examples/metrics/…/prometheus-kafka-rules.yaml',
    'kafka_controller_kafkacontroller_offlinepartitionscount',
    'kafka_server_replicamanager_underminisrpartitioncount',
    'kafka_server_replicamanager_underreplicatedpartitions',
  ),
  ...named(
    'CloudNativePG 1.30, config/manager/default-monitoring.yaml',
    'cnpg_backends_max_tx_duration_seconds',
    'cnpg_backends_total',
    'cnpg_pg_replication_lag',
    'cnpg_pg_replication_streaming_replicas',
    'cnpg_pg_stat_archiver_last_archived_time',
    'cnpg_pg_stat_archiver_last_failed_time',
  ),
  ...named(
    'CloudNativePG 1.30, pkg/management/postgres/webserver/metricserver/pg_collector.go',
    'cnpg_collector_sync_replicas',
  ),
  ...named(
    'CloudNativePG, config/manager/default-monitoring.yaml, query pg_settings',
    'cnpg_pg_settings_setting',
  ),
  ...named(
    'Barman Cloud plugin 0.11, page "Observability"',
    'barman_cloud_cloudnative_pg_io_last_available_backup_timestamp',
    'barman_cloud_cloudnative_pg_io_last_failed_backup_timestamp',
  ),
  ...named(
    'kube-state-metrics 2, docs/metrics/workload/cronjob-metrics.md and job-metrics.md',
    'kube_cronjob_created',
    'kube_cronjob_status_last_successful_time',
    'kube_job_status_failed',
  ),
  ...named(
    'Strimzi, main branch at 002c1aed, in the same file: KafkaRunningOutOfSpace',
    'kubelet_volume_stats_capacity_bytes',
    'kubelet_volume_stats_used_bytes',
  ),
};

/** The labels of a metric of the platform, beside those of its scrape: by its maker's pages and our PodMonitors. */
export function platformLabels(metric: string): readonly string[] {
  if (metric.startsWith('kubelet_')) return ['namespace', 'persistentvolumeclaim'];
  if (metric.startsWith('kube_cronjob_')) return ['namespace', 'cronjob'];
  if (metric.startsWith('kube_job_')) return ['namespace', 'job_name', 'reason'];
  if (metric.startsWith('kafka_')) return ['namespace', 'pod'];
  return ['namespace', 'pod', 'cnpg_cluster', ...(ownLabels[metric] ?? [])];
}

const ownLabels: Readonly<Record<string, readonly string[]>> = {
  cnpg_backends_total: ['state'],
  cnpg_backends_max_tx_duration_seconds: ['state'],
  cnpg_collector_sync_replicas: ['value'],
  cnpg_pg_settings_setting: ['name'],
};

function named(source: string, ...metrics: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(metrics.map((metric) => [metric, source]));
}
