import { createHash } from 'node:crypto';
import { Controller, Get, Headers, Inject, Req, Res } from '@nestjs/common';
import { DescriptionParameters, queryFaults } from '@nordgate/contracts/http';
import type { DescribedHeaders } from '@nordgate/contracts/http';
import { dayInOslo } from '@nordgate/contracts/rules';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { UnsignedRoute, RouteList } from '../request/route.decorator.js';
import { BANK_SETTINGS } from '../access/edge.service.js';
import type { BankSettings } from '../access/edge.service.js';
import { RequestError } from '../reply/request-error.js';
import { readTutorial, startHere } from './first-payment.js';
import { openApiOf } from './open-api.js';
import { codedBytes, preparedText } from '../reply/coded-answers.hook.js';
import type { PreparedText } from '../reply/coded-answers.hook.js';

/** The description as it is served on one day. */
interface Written {
  readonly json: PreparedText;
  readonly etag: string;
}

const cacheable = 'public, max-age=3600';

/**
 * The description of the interface for programs, unsigned. Each variant is written and coded once a day, because
 * strangers may ask for it as often as their address may: the dates of its examples count from today. The
 * first one who asks waits for it: writing it at the start cost each gateway a third of a second.
 */
@Controller()
export class DescriptionController {
  private readonly written = new Map<
    DescribedHeaders,
    { readonly day: string; readonly content: Promise<Written> }
  >();

  constructor(
    private readonly list: RouteList,
    @Inject(BANK_SETTINGS) private readonly settings: BankSettings,
  ) {}

  /** The description of this day in Oslo. */
  private today(headers: DescribedHeaders): Promise<Written> {
    const day = dayInOslo(new Date());
    const known = this.written.get(headers);
    if (known?.day === day) return known.content;
    const content = this.write(day, headers);
    this.written.set(headers, { day, content });
    // After a failure the next request tries again.
    content.catch(() => this.written.delete(headers));
    return content;
  }

  private async write(today: string, headers: DescribedHeaders): Promise<Written> {
    const { profile, responseSeal, environment } = this.settings;
    const { routes } = this.list;
    const start = environment === 'sandbox' ? startHere(await readTutorial()) : '';
    const document = openApiOf({
      routes,
      profile,
      sealed: responseSeal !== undefined,
      today,
      headers,
      start,
    });
    const text = JSON.stringify(document);
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
    return { json: await preparedText(text), etag };
  }

  @Get('v1/openapi.json')
  @UnsignedRoute({
    id: 'getDescription',
    summary: 'This description',
    query: DescriptionParameters,
    answers: {
      200: { says: 'OpenAPI 3.1.', schema: { type: 'object' }, headers: ['ETag'] },
      400: { says: 'The query is wrong.', schema: 'ErrorBody' },
      304: { says: 'It has not changed.', headers: ['ETag'] },
    },
  })
  async openApi(
    @Req() request: FastifyRequest,
    @Headers('if-none-match') known: string | undefined,
    @Headers('accept-encoding') accepted: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer | undefined> {
    const { json, etag } = await this.today(wantedHeaders(request.raw.url ?? ''));
    void reply.headers({ etag, 'cache-control': cacheable });
    if (known === etag) {
      void reply.code(304);
      return undefined;
    }
    void reply.type('application/json; charset=utf-8');
    return codedBytes(json, accepted, reply);
  }
}

/** Whether a request asks for all headers or the minimal ones. @throws RequestError for another query */
function wantedHeaders(target: string): DescribedHeaders {
  const query = target.split('?').slice(1).join('?');
  const faults = queryFaults(DescriptionParameters, query);
  if (faults.length > 0) throw new RequestError(faults);
  return new URLSearchParams(query).get('headers') === 'minimal' ? 'minimal' : 'all';
}
