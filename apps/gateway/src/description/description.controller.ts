import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Controller, Get, Header, Headers, Inject, Res } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { UnsignedRoute } from '../access/route.js';
import { BANK_SETTINGS } from '../access/edge.js';
import type { BankSettings } from '../access/edge.js';
import { explorerPage } from './explorer-page.js';
import { openApiOf } from './open-api.js';
import type { OpenApi } from './open-api.js';
import { codedBytes, preparedText } from './prepared-text.js';
import type { PreparedText } from './prepared-text.js';
import { RouteList } from './route-list.js';

interface Written {
  readonly document: OpenApi;
  readonly json: PreparedText;
  readonly style: PreparedText;
  readonly etag: string;
}

const cacheable = 'public, max-age=3600';
/** Read while the module loads: a missing file stops the start. */
const explorerStyle = readFileSync(new URL('./explorer.css', import.meta.url), 'utf8');

/** Nothing but its own style: no script, no frame, no foreign host. */
const pagePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The description of the interface: for programs, and as a page for people. Both unsigned. They are
 * written and coded once, because strangers may ask for them as often as their address may: the JSON at
 * the start, the page on its first request.
 */
@Controller()
export class DescriptionController implements OnApplicationBootstrap {
  private written!: Written;
  private writtenPage: Promise<PreparedText> | undefined;

  constructor(
    private readonly list: RouteList,
    @Inject(BANK_SETTINGS) private readonly settings: BankSettings,
  ) {}

  /** By now the server has all its routes, and gets no more. */
  async onApplicationBootstrap(): Promise<void> {
    const { profile, responseSeal } = this.settings;
    const { routes } = this.list;
    const document = openApiOf({ routes, profile, sealed: responseSeal !== undefined });
    const text = JSON.stringify(document);
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
    const [json, style] = await Promise.all([preparedText(text), preparedText(explorerStyle)]);
    this.written = { document, json, style, etag };
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
  openApi(
    @Headers('if-none-match') known: string | undefined,
    @Headers('accept-encoding') accepted: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Buffer | undefined {
    const { json, etag } = this.written;
    void reply.headers({ etag, 'cache-control': cacheable });
    if (known === etag) {
      void reply.code(304);
      return undefined;
    }
    void reply.type('application/json; charset=utf-8');
    return codedBytes(json, accepted, reply);
  }

  @Get('docs')
  @UnsignedRoute({
    id: 'getExplorer',
    summary: 'This description, as a page',
    answers: { 200: { says: 'HTML.', schema: { type: 'string' }, mediaType: 'text/html' } },
  })
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('cache-control', cacheable)
  @Header('content-security-policy', pagePolicy)
  @Header('x-content-type-options', 'nosniff')
  @Header('referrer-policy', 'no-referrer')
  async page(
    @Headers('accept-encoding') accepted: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    this.writtenPage ??= preparedText(explorerPage(this.written.document));
    return codedBytes(await this.writtenPage, accepted, reply);
  }

  @Get('docs/style.css')
  @UnsignedRoute({
    id: 'getExplorerStyle',
    summary: 'The style of that page',
    answers: { 200: { says: 'CSS.', schema: { type: 'string' }, mediaType: 'text/css' } },
  })
  @Header('content-type', 'text/css; charset=utf-8')
  @Header('cache-control', cacheable)
  @Header('x-content-type-options', 'nosniff')
  style(
    @Headers('accept-encoding') accepted: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Buffer {
    return codedBytes(this.written.style, accepted, reply);
  }
}
