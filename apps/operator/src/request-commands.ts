import type { FoundRequests, TraceDetails } from '@nordgate/contracts/commands';
import type { FoundRequest, World } from '@nordgate/contracts/queries';
import { streamIdOf, streams } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { Command } from 'commander';
import { answerOf, askAll } from './ask-all.js';
import { OperationRefused } from './operations-client.js';
import type { Operations } from './operations-client.js';
import { requestReport } from './request-report.js';
import type { JoinedTrace, RequestDetails } from './request-report.js';

/** What became of one request (docs/operations/follow-a-request.md). */
export function addRequestCommand(
  program: Command,
  operations: Operations,
  say: (text: string) => void,
): void {
  program
    .command('request')
    .description('show one request of a TPP: its answer, its streams with their events, its trace')
    .argument('<X-Request-ID>')
    .option(
      '--tpp <organizationIdentifier>',
      'with --route: print the stream, without a gateway; accounts tells the world of the TPP',
    )
    .option('--route <route>', 'such as /v1/signing-baskets or /v1/payments/<product>')
    .option('--json', 'as JSON, for programs')
    .action(async (requestId: string, { tpp, route, json = false }: Options) => {
      if ((tpp === undefined) !== (route === undefined)) {
        throw new OperationRefused('--tpp and --route belong together');
      }
      if (tpp !== undefined && route !== undefined) {
        return say(await streamLine(operations, { requestId, tpp, route }));
      }
      const { details, silent } = await detailsOf(operations, requestId);
      if (json) say(JSON.stringify({ requests: details, silent }, undefined, 2));
      else say([...details.map(requestReport), ...silent].join('\n\n'));
      if (silent.length > 0) throw new OperationRefused('the answer may be incomplete');
    });
}

interface Options {
  readonly tpp?: string;
  readonly route?: string;
  readonly json?: boolean;
}

/** Throws OperationRefused when nobody knows the request. */
async function detailsOf(
  operations: Operations,
  requestId: string,
): Promise<{ readonly details: readonly RequestDetails[]; readonly silent: readonly string[] }> {
  const asked = await answerOf<FoundRequests>(operations, { name: 'FindRequests', requestId });
  if ('error' in asked) throw new OperationRefused(asked.error);
  const { requests, silent } = asked.outcome;
  if (requests.length === 0) throw new OperationRefused(unknown(silent));
  const lost = new Set(silent.map((one) => `gateway ${one} gives no answer`));
  const details: RequestDetails[] = [];
  for (const found of requests) {
    const { tpp, request } = found;
    const trace = await traceOf(operations, found, lost);
    details.push({ found: { tpp, request }, ...defined({ trace }) });
  }
  return { details, silent: [...lost] };
}

/** What all services know of the trace of a request. Notes who gave no answer. */
async function traceOf(
  operations: Operations,
  { request, spans }: FoundRequest,
  lost: Set<string>,
): Promise<JoinedTrace | undefined> {
  const { traceId } = request;
  if (traceId === null) return undefined;
  const answers = await askAll<TraceDetails>(operations, (service) => {
    return { name: 'ShowTrace', service, traceId };
  });
  const known = answers.flatMap((one) => {
    if ('outcome' in one) return [one];
    lost.add(`${one.service} gives no answer: ${one.error}`);
    return [];
  });
  return {
    traceId,
    events: known.flatMap(({ service, outcome }) => {
      return outcome.events.map((event) => ({ service, ...event }));
    }),
    spans: [...spans, ...known.flatMap(({ outcome }) => outcome.spans ?? [])],
  };
}

function unknown(silent: readonly string[]): string {
  const where = 'the line is in the log of the gateway; --tpp and --route print the stream';
  return silent.length === 0
    ? `no gateway keeps this request any more: ${where}`
    : `no answer from ${silent.join(', ')}; a bank in production keeps no requests: ${where}`;
}

/**
 * The stream that a request creates. In a sandbox it has the generation of the TPP's world now, so a request from before
 * the last reset has another one. Throws OperationRefused where accounts does not tell the world, or the TPP has none.
 */
async function streamLine(
  operations: Operations,
  { requestId, tpp, route }: Record<'requestId' | 'tpp' | 'route', string>,
): Promise<string> {
  const asked = await answerOf<World | null>(operations, { name: 'ShowWorld', tppId: tpp });
  if ('error' in asked) throw new OperationRefused(asked.error);
  if (asked.outcome === null) throw new OperationRefused(`${tpp} has no world in this sandbox`);
  const { generation } = asked.outcome;
  const id = streamIdOf({ tpp, requestId, generation }, 'POST', route);
  return route.startsWith('/v1/signing-baskets')
    ? `stream show baskets ${streams.basket.id(id)}`
    : `stream show payments ${streams.payment.id(id)}`;
}
