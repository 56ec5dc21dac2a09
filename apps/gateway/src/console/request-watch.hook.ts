import { randomUUID } from 'node:crypto';
import { GetTppRequests } from '@nordgate/contracts/queries';
import type { RefusalVerdict, ServiceQuery } from '@nordgate/contracts/queries';
import type { Queries, QueryExecutor } from '@nordgate/service';
import {
  decodeCertificateHeader,
  organizationIdentifiersOf,
  parseCertificate,
  parseOrganizationIdentifier,
} from '@nordgate/signature';
import { currentTrace } from '@nordgate/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProvenRequest } from '../access/route.js';
import { spanOf } from '../health/request-telemetry.js';
import { languageOf } from '../reply/negotiation.js';
import type { RequestError } from '../reply/request-error.js';
import { tppMessageOf } from '../reply/tpp-messages.js';
import type { TppTrust } from '../trust/tpp-trust.js';
import { keptRequestOf } from './kept-request.js';
import { RequestMemory } from './request-memory.js';
import { isOfSignature, Verdicts } from './verdict.js';

const noBody = Buffer.alloc(0);

/** Keeps what the console of the sandbox shows of requests. Production has no such object. */
export class RequestWatch {
  private readonly errors = new WeakMap<FastifyRequest, RequestError>();
  private readonly verdicts = new Verdicts();

  private readonly memory = new RequestMemory();

  /** Answers the queries of the console. */
  answer(queries: Pick<Queries, 'register'>): void {
    const execute = (query: ServiceQuery<unknown>): Promise<unknown> =>
      query instanceof GetTppRequests
        ? Promise.resolve(this.memory.of(query.tpp))
        : Promise.reject(new Error('the gateway has no such query'));
    queries.register('gateway', { execute: execute as QueryExecutor['execute'] });
  }

  /** Notes the error that a request ends with. */
  failed(request: FastifyRequest, error: RequestError): void {
    this.errors.set(request, error);
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
    const { method, headers } = request;
    const faults = this.errors.get(request)?.faults ?? [];
    const language = languageOf(headers['accept-language']);
    const kept = keptRequestOf({
      ...{ id: randomUUID(), at: new Date(), method, headers, isProven },
      target: request.raw.url ?? '',
      status: reply.statusCode,
      traceparent: spanOf(request).run(() => currentTrace().traceparent),
      messages: faults.map((one) => tppMessageOf(one, 'ERROR', language)),
      verdict: this.verdictOn(request, faults, trust),
    });
    this.memory.keep(tpp, kept);
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

/** The TPP that the certificate of a request names. Anybody can have sent the certificate. */
function claimedTpp({ headers }: FastifyRequest): string | undefined {
  const header = headers['tpp-signature-certificate'];
  const der = typeof header === 'string' ? decodeCertificateHeader(header) : undefined;
  const leaf = der && parseCertificate(der);
  const [tpp] = leaf ? organizationIdentifiersOf(leaf) : [];
  return tpp !== undefined && parseOrganizationIdentifier(tpp) ? tpp : undefined;
}
