import type { Topic } from '../../services/topics.js';

const text = { type: 'string' };
const traces = {
  traceparent: { ...text, description: 'W3C Trace Context of what caused it.' },
  tracestate: text,
};

/** The CloudEvents attributes of every message but replies (Kafka's binary mode). */
function attributes(type: string): Record<string, object> {
  return {
    ce_specversion: { const: '1.0' },
    ce_id: { ...text, description: 'Of a repeat the same.' },
    ce_type: { const: type },
    ce_source: { ...text, description: 'The app that wrote it.' },
    ce_subject: { ...text, description: 'The stream; also the key of the record.' },
    ce_time: { ...text, format: 'date-time' },
  };
}

const ahead = {
  'nordgate-ahead': {
    ...text,
    pattern: '^[1-9][0-9]{0,14}$',
    description: 'How far the world of a sandbox is ahead of the clocks, in milliseconds.',
  },
};

const optionalHeaders: Readonly<Record<Exclude<Topic['carries'], 'replies'>, object>> = {
  commands: { 'nordgate-reply-to': text, ...ahead },
  events: {
    ...ahead,
    'nordgate-command-events': {
      ...text,
      pattern: '^[1-9][0-9]*$',
      description: 'How many events the command caused, when they are in several streams.',
    },
  },
  core: {},
};

/** The headers of a message, as `libs/messaging` writes them. */
export function messageHeaders(
  carries: Exclude<Topic['carries'], 'replies'>,
  type: string,
): object {
  const own: Readonly<Record<Exclude<Topic['carries'], 'replies'>, Record<string, object>>> = {
    events: {
      'nordgate-version': {
        ...text,
        pattern: '^[1-9][0-9]*$',
        description: 'Place in the stream.',
      },
      'nordgate-schema-version': {
        ...text,
        pattern: '^[1-9][0-9]*$',
        description: 'Version of the form of the data.',
      },
      'nordgate-command': { ...text, description: 'Id of the command that caused the event.' },
    },
    commands: { 'nordgate-actor': { ...text, description: 'Who wants it.' } },
    core: {
      ce_sequence: {
        ...text,
        pattern: '^[1-9][0-9]{0,15}$',
        description: 'A whole number that rises from message to message of a subject.',
      },
    },
  };
  const optional = { ...optionalHeaders[carries], ...traces };
  const needed = { ...attributes(type), ...own[carries] };
  return {
    type: 'object',
    additionalProperties: false,
    required: Object.keys(needed),
    properties: { ...needed, ...optional },
  };
}
