import type { OperatedService, TracedEvent, TracedSpan } from '@nordgate/contracts/commands';
import type { FoundRequest } from '@nordgate/contracts/queries';
import { aboutOf, traceTree } from '@nordgate/contracts/rules';

/** What the services know of one trace, joined. */
export interface JoinedTrace {
  readonly traceId: string;
  readonly events: readonly (TracedEvent & { readonly service: OperatedService })[];
  readonly spans: readonly TracedSpan[];
}

/** One request: what the gateway answered, and its trace where one was recorded. */
export interface RequestDetails {
  readonly found: Omit<FoundRequest, 'spans'>;
  readonly trace?: JoinedTrace;
}

/** A request as text: the line of the gateway, the streams with their events, and the spans as a tree. */
export function requestReport({ found, trace }: RequestDetails): string {
  return [lineOf(found), ...messagesOf(found), '', ...traceLines(trace)].join('\n');
}

function lineOf({ tpp, request }: RequestDetails['found']): string {
  const { at, status, method, target, requestId, isProven } = request;
  const proof = isProven ? '' : '  (signature not proven)';
  return `${at} ${String(status)} ${method} ${target}  ${tpp}  ${requestId ?? ''}${proof}`;
}

function messagesOf({ request: { messages, verdict } }: RequestDetails['found']): string[] {
  return [
    ...messages.map(
      ({ code, path, text }) => `  ${code}${path === null ? '' : ` ${path}`}: ${text}`,
    ),
    ...(verdict === null ? [] : [`  signature: ${verdict.reason}: ${verdict.advice}`]),
  ];
}

function traceLines(trace: JoinedTrace | undefined): readonly string[] {
  if (trace === undefined) return ['no trace was recorded'];
  const { traceId, events, spans } = trace;
  return [
    `trace ${traceId}`,
    ...(events.length === 0 ? ['no event: the bank has decided nothing in this trace'] : []),
    ...streamLines(events),
    '',
    ...(spans.length === 0 ? ['no spans: no service keeps this trace any more'] : treeText(spans)),
  ];
}

/** Each stream once, with its events below it. */
function streamLines(events: JoinedTrace['events']): readonly string[] {
  const names = [...new Set(events.map(({ service, stream }) => `${service} ${stream}`))];
  return names.flatMap((name) => [
    name,
    ...events
      .filter(({ service, stream }) => `${service} ${stream}` === name)
      .map(({ version, type, at, actor }) => `  ${String(version)} ${type}  ${at}  ${actor}`),
  ]);
}

/** The tree as lines: name, service, what it was about, start, duration and a bar on the time line of the trace. */
export function treeText(spans: readonly TracedSpan[]): readonly string[] {
  const rows = traceTree(spans);
  const named = rows.map(({ span, depth }) => ({
    name: `${'  '.repeat(depth)}${span.name}${span.failed ? ' FAILED' : ''}`,
    about: aboutOf(span),
  }));
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map(({ length }) => length));
  const nameWidth = widest(named.map(({ name }) => name));
  const serviceWidth = widest(rows.map(({ span }) => span.service));
  const aboutWidth = widest(named.map(({ about }) => about));
  return rows.map(({ span, offsetMs, from, to }, i) => {
    const { name = '', about = '' } = named[i] ?? {};
    const cells = [name.padEnd(nameWidth), span.service.padEnd(serviceWidth)];
    const times = [msText(offsetMs), msText(span.durationMs)];
    return [...cells, about.padEnd(aboutWidth), ...times, barOf(from, to)].join('  ').trimEnd();
  });
}

const msText = (ms: number) => `${ms.toFixed(1).padStart(7)} ms`;

const barWidth = 24;

function barOf(from: number, to: number): string {
  const begin = Math.min(barWidth - 1, Math.floor(from * barWidth));
  const end = Math.min(barWidth, Math.max(begin + 1, Math.ceil(to * barWidth)));
  return ' '.repeat(begin) + '█'.repeat(end - begin);
}
