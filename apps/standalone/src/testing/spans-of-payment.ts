import { correlationOf } from '@nordgate/telemetry';

/** A span without its ids: `app name`, and all its attributes. */
export type BareSpan = readonly [name: string, attributes: Readonly<Record<string, unknown>>];

const paymentTopic = 'payments.events.v1';
const scaTopic = 'sca.events.v1';

const on = (topic: string, operation: string, type: string) => ({
  'messaging.system': 'kafka',
  'messaging.destination.name': topic,
  'messaging.operation.name': operation,
  'messaging.operation.type': type,
});
const about = (type: string, stream: string) => ({
  'nordgate.message.type': type,
  'nordgate.correlation': correlationOf(stream),
});

/**
 * Every span of a payment that one request initiates over Kafka, with exactly these attributes: the key of a
 * message is there as its hash only. Without the reads of the view, whose number depends on the machine.
 *
 * @param place matches the attributes of the place of a message: its partition and its offset
 */
export function spansOfPayment(
  { payment, authorisation }: { readonly payment: string; readonly authorisation: string },
  place: Readonly<Record<string, unknown>>,
): readonly BareSpan[] {
  const initiated = about('PaymentInitiated', payment);
  const opened = about('AuthorisationOpened', authorisation);
  const command = about('InitiatePayment', payment);
  const commands = 'payments.commands.v1';
  const group = (name: string) => ({ 'messaging.consumer.group.name': name });
  const commit = (app: string, by: string, topic: string): BareSpan => [
    `${app} slice.commit`,
    { ...on(topic, 'commit', 'process'), ...group(by), 'messaging.batch.message_count': 1 },
  ];
  const reaction = (app: string, by: string, topic: string, event: object): BareSpan[] => [
    [`${app} events.react`, { ...on(topic, 'react', 'process'), ...group(by), ...place, ...event }],
    commit(app, by, topic),
  ];
  const decided = { ...on(commands, 'decide', 'process'), ...group('payments'), ...place };
  const answered = {
    'http.request.method': 'POST',
    'http.route': '/v1/payments/:product',
    'http.response.status_code': 201,
  };
  return [
    ['gateway http.server.request', answered],
    ['gateway signature.verify', {}],
    ['gateway command.send', { ...on(commands, 'send', 'send'), ...command }],
    ['payments command.decide', { ...decided, 'nordgate.app': 'payments', ...command }],
    commit('payments', 'payments', commands),
    ['payments events.relay', { ...on(paymentTopic, 'relay', 'send'), ...initiated }],
    ...reaction('sca', 'sca.open-payment-authorisations', paymentTopic, initiated),
    // Once the PSU has touched the authorisation.
    ['sca events.relay', { ...on(scaTopic, 'relay', 'send'), ...opened }],
    ...reaction('sca', 'sca.end-late-authorisations', scaTopic, opened),
  ];
}
