import { randomUUID } from 'node:crypto';
import { FindKeptRequests, GetTppAdmission, GetTppRequests } from '@nordgate/contracts/queries';
import type { FoundRequest, RefusalVerdict, ServiceQuery } from '@nordgate/contracts/queries';
import { ServiceUnavailableError } from '@nordgate/service';
import type { Queries, QueryExecutor } from '@nordgate/service';
import {
  decodeCertificateHeader,
  organizationIdentifiersOf,
  parseCertificate,
  parseOrganizationIdentifier,
} from '@nordgate/signature';
import { keptSpans } from '@nordgate/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProvenRequest } from '../../access/verified-request.decorator.js';
import { spanOf } from '../../reply/request-telemetry.hook.js';
import { languageOf } from '../../reply/negotiation.js';
import type { RequestError } from '../../reply/request-error.js';
import { tppMessageOf } from '../../reply/tpp-messages.js';
import type { RequestWatcher } from '../../gateway.app.js';
import type { TppTrust } from '../../trust/tpp-trust.source.js';
import type { TrustReadings } from '../../trust/trust-keeper.js';
import { readAnswer } from './answer-facts.js';
import type { ReadAnswer, SentAnswer } from './answer-facts.js';
import { keptRequestOf, usedHeaders } from './kept-request.js';
import { RequestMemory } from './request-memory.js';
import { admissionOf, admissionTrustOf } from './tpp-admission.js';
import { isOfSignature, Verdicts } from './verdict.js';

const noBody = Buffer.alloc(0);

/** Answers what the console asks of the routes of the gateway; undefined for a query that is not theirs. */
type AskRoutes = (query: ServiceQuery<unknown>) => Promise<unknown> | undefined;

/** Keeps what the console of the sandbox shows of requests. Production has no such object. */
export class RequestWatch implements RequestWatcher {
  private readonly errors = new WeakMap<FastifyRequest, RequestError>();
  private readonly answers = new WeakMap<FastifyRequest, () => ReadAnswer>();
  private readonly verdicts = new Verdicts();

  private readonly memory = new RequestMemory();
  private askRoutes: AskRoutes = () =>
    Promise.reject(new ServiceUnavailableError('the gateway starts'));

  /** Lets the console ask and act by the routes of the gateway, once they are there. */
  askBy(routes: AskRoutes): void {
    this.askRoutes = routes;
  }

  /** Answers the queries of the console. */
  answer(queries: Pick<Queries, 'register'>, trust: TppTrust, readings: TrustReadings): void {
    const admission = admissionTrustOf(trust, readings);
    const execute = (query: ServiceQuery<unknown>): Promise<unknown> => {
      if (query instanceof GetTppRequests) return Promise.resolve(this.memory.of(query.tpp));
      if (query instanceof FindKeptRequests) return Promise.resolve(this.found(query.requestId));
      if (query instanceof GetTppAdmission) return admissionOf(query.holder, admission, new Date());
      const asked = this.askRoutes(query);
      return asked ?? Promise.reject(new Error('the gateway has no such query'));
    };
    queries.register('gateway', { execute: execute as QueryExecutor['execute'] });
  }

  private found(requestId: string): readonly FoundRequest[] {
    return this.memory.withId(requestId).map(({ tpp, request }) => {
      return { tpp, request, spans: keptSpans(request.traceId ?? '') ?? [] };
    });
  }

  /** Notes the error that a request ends with. */
  failed(request: FastifyRequest, error: RequestError): void {
    this.errors.set(request, error);
  }

  /** Reads each answer of a TPP before it is coded. */
  readAnswers(fastify: FastifyInstance): void {
    fastify.addHook('onSend', (request, reply, payload, done) => {
      if ((request as Partial<ProvenRequest>).tppId !== undefined) {
        const retryAfter = reply.getHeader('retry-after');
        this.answers.set(request, readLater({ payload, retryAfter }));
      }
      done(null, payload);
    });
  }

  /** Keeps each request after its answer, so that nobody waits for that. */
  follow(fastify: FastifyInstance, trust: TppTrust): void {
    fastify.addHook('onResponse', (request, reply, done) => {
      const proven = (request as Partial<ProvenRequest>).tppId;
      const tpp = proven ?? claimedTpp(request);
      if (tpp !== undefined)
        this.keep(tpp, request, reply, { trust, isProven: proven !== undefined });
      done();
    });
  }

  private keep(
    tpp: string,
    request: FastifyRequest,
    reply: FastifyReply,
    { trust, isProven }: { readonly trust: TppTrust; readonly isProven: boolean },
  ): void {
    const { method } = request;
    const faults = this.errors.get(request)?.faults ?? [];
    const language = languageOf(request.headers['accept-language']);
    const answer = this.answers.get(request);
    const answered = {
      id: randomUUID(),
      at: new Date(),
      method,
      isProven,
      headers: usedHeaders(request.headers),
      target: request.raw.url ?? '',
      status: reply.statusCode,
      traceparent: spanOf(request).trace().traceparent,
      verdict: this.verdictOn(request, faults, trust),
    };
    const read = () =>
      keptRequestOf({
        ...answered,
        messages: faults.map((one) => tppMessageOf(one, 'ERROR', language)),
        answer: answer?.(),
      });
    this.memory.keep(tpp, { isProven, read: readOnce(read) });
  }

  private verdictOn(
    request: FastifyRequest,
    faults: RequestError['faults'],
    trust: TppTrust,
  ): RefusalVerdict | undefined {
    const refusal = faults.find(isOfSignature);
    if (refusal === undefined) return undefined;
    const now = new Date();
    const dump = {
      method: request.method,
      target: request.raw.url ?? '',
      rawHeaders: request.raw.rawHeaders,
      body: (request as Partial<ProvenRequest>).received ?? noBody,
    };
    return this.verdicts.of(refusal, dump, { trust: trust.current(now).certificates, now });
  }
}

/** A longer answer is read at once, so that memory holds its facts only. */
const laterCharactersMax = 4096;

function readLater(sent: SentAnswer): () => ReadAnswer {
  const { payload } = sent;
  if (typeof payload === 'string' && payload.length <= laterCharactersMax) {
    return readOnce(() => readAnswer(sent));
  }
  const facts = readAnswer(sent);
  return () => facts;
}

function readOnce<Value>(read: () => Value): () => Value {
  let known: { readonly value: Value } | undefined;
  return () => (known ??= { value: read() }).value;
}

/** The TPP that the certificate of a request names. Anybody can have sent the certificate. */
function claimedTpp({ headers }: FastifyRequest): string | undefined {
  const header = headers['tpp-signature-certificate'];
  const der = typeof header === 'string' ? decodeCertificateHeader(header) : undefined;
  const leaf = der && parseCertificate(der);
  const [tpp] = leaf ? organizationIdentifiersOf(leaf) : [];
  return tpp !== undefined && parseOrganizationIdentifier(tpp) ? tpp : undefined;
}
