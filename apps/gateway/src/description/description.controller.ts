import { createHash } from 'node:crypto';
import { Controller, Get, Headers, Inject, Res } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { dayInOslo } from '@nordgate/contracts/rules';
import type { FastifyReply } from 'fastify';
import { UnsignedRoute } from '../access/route.js';
import { BANK_SETTINGS } from '../access/edge.js';
import type { BankSettings } from '../access/edge.js';
import { openApiOf } from './open-api.js';
import { codedBytes, preparedText } from './prepared-text.js';
import type { PreparedText } from './prepared-text.js';
import { RouteList } from './route-list.js';

/** The description as it is served on one day. */
interface Written {
  readonly json: PreparedText;
  readonly etag: string;
}

const cacheable = 'public, max-age=3600';
/**
 * The description of the interface for programs, unsigned. It is written and coded once a day, because
 * strangers may ask for it as often as their address may: the dates of its examples count from today.
 */
@Controller()
export class DescriptionController implements OnApplicationBootstrap {
  private written: { readonly day: string; readonly content: Promise<Written> } | undefined;

  constructor(
    private readonly list: RouteList,
    @Inject(BANK_SETTINGS) private readonly settings: BankSettings,
  ) {}

  /** By now the server has all its routes, and gets no more. */
  async onApplicationBootstrap(): Promise<void> {
    await this.today();
  }

  /** The description of this day in Oslo. */
  private today(): Promise<Written> {
    const day = dayInOslo(new Date());
    if (this.written?.day !== day) this.written = { day, content: this.write(day) };
    return this.written.content;
  }

  private async write(today: string): Promise<Written> {
    const { profile, responseSeal } = this.settings;
    const { routes } = this.list;
    const document = openApiOf({ routes, profile, sealed: responseSeal !== undefined, today });
    const text = JSON.stringify(document);
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
    return { json: await preparedText(text), etag };
  }

  @Get('v1/openapi.json')
  @UnsignedRoute({
    id: 'getDescription',
    summary: 'This description',
    answers: {
      200: { says: 'OpenAPI 3.1.', schema: { type: 'object' }, headers: ['ETag'] },
      304: { says: 'It has not changed.', headers: ['ETag'] },
    },
  })
  async openApi(
    @Headers('if-none-match') known: string | undefined,
    @Headers('accept-encoding') accepted: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer | undefined> {
    const { json, etag } = await this.today();
    void reply.headers({ etag, 'cache-control': cacheable });
    if (known === etag) {
      void reply.code(304);
      return undefined;
    }
    void reply.type('application/json; charset=utf-8');
    return codedBytes(json, accepted, reply);
  }
}
