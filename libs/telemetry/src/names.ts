/**
 * The names of every span, metric and attribute of the system. Attribute values never hold an IBAN,
 * BBAN, name, PSU id, token or certificate; message keys and stream ids are derived ids.
 */
export const spanNames = {
  request: 'http.server.request',
  verify: 'signature.verify',
  sendCommand: 'command.send',
  decide: 'command.decide',
  commit: 'slice.commit',
  relay: 'events.relay',
  react: 'events.react',
  readView: 'view.read',
} as const;

export const attributeNames = {
  httpMethod: 'http.request.method',
  httpRoute: 'http.route',
  httpStatus: 'http.response.status_code',
  messagingSystem: 'messaging.system',
  destination: 'messaging.destination.name',
  consumerGroup: 'messaging.consumer.group.name',
  operation: 'messaging.operation.type',
  batchSize: 'messaging.batch.message_count',
  messageType: 'nordgate.message.type',
  app: 'nordgate.app',
  refusal: 'nordgate.refusal',
  reason: 'nordgate.refusal.reason',
  trustSource: 'nordgate.trust.source',
  secret: 'nordgate.secret',
  cause: 'nordgate.cause',
  projection: 'nordgate.projection',
} as const;

export const metricNames = {
  requestSeconds: 'nordgate_http_request_duration_seconds',
  refusals: 'nordgate_gateway_refusals_total',
  turnedAway: 'nordgate_gateway_turned_away_total',
  siteTurnedAway: 'nordgate_sca_turned_away_total',
  commandSeconds: 'nordgate_command_duration_seconds',
  sliceSize: 'nordgate_slice_commands',
  messageDelay: 'nordgate_message_delay_seconds',
  parked: 'nordgate_parked_messages_total',
  consumerErrors: 'nordgate_consumer_errors_total',
  trustFaults: 'nordgate_trust_faults',
  secretFaults: 'nordgate_secret_faults',
  secretChanges: 'nordgate_secret_changes_total',
  stopListAgeSeconds: 'nordgate_stop_list_age_seconds',
  revocationListSeconds: 'nordgate_revocation_list_remaining_seconds',
  untrustedApprovals: 'nordgate_untrusted_approvals_total',
  projectionLag: 'nordgate_projection_lag_seconds',
  sweptPayments: 'nordgate_payments_swept_total',
  sweptAuthorisations: 'nordgate_authorisations_swept_total',
  pickedPayments: 'nordgate_batch_picked_total',
  completedRuns: 'nordgate_batch_runs_completed_total',
  runInProgress: 'nordgate_batch_run_in_progress',
} as const;
