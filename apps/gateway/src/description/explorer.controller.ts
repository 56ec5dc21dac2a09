import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Controller, Get, Header, Headers, Redirect, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { UnsignedRoute } from '../request/route.decorator.js';
import { explorerPage, explorerPolicy } from './explorer-page.js';
import { codedBytes, preparedText } from './prepared-text.reply.js';
import type { PreparedText } from './prepared-text.reply.js';

/** The build writes this copy of Redoc (tools/copy-assets.mjs). Tests read it from the build, too. */
const differencesFile = new URL('./framework-differences.md', import.meta.url);
const scriptFile = new URL('../../dist/description/redoc.js', import.meta.url);

/** The description as a page for people. Unsigned, as the description itself. */
@Controller()
export class ExplorerController {
  /** Read and coded once, on the first request; after a failure the next request reads it again. */
  private script: Promise<PreparedText> | undefined;

  /** For people who open the address of the interface in a browser. */
  @Get()
  @UnsignedRoute({
    id: 'getRoot',
    summary: 'Leads to that page',
    answers: { 302: { says: 'The page is at /docs.' } },
  })
  @Redirect('/docs', 302)
  root(): void {
    // The decorator has the answer.
  }

  @Get('docs')
  @UnsignedRoute({
    id: 'getExplorer',
    summary: 'This description, as a page',
    answers: { 200: { says: 'HTML.', schema: { type: 'string' }, mediaType: 'text/html' } },
  })
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('cache-control', 'no-store')
  @Header('x-content-type-options', 'nosniff')
  @Header('referrer-policy', 'no-referrer')
  page(@Res({ passthrough: true }) reply: FastifyReply): string {
    const nonce = randomBytes(16).toString('base64');
    void reply.header('content-security-policy', explorerPolicy({ nonce }));
    return explorerPage({ title: 'Nordgate', nonce });
  }

  @Get('docs/redoc.js')
  @UnsignedRoute({
    id: 'getExplorerScript',
    summary: 'The script of that page',
    answers: {
      200: { says: 'Redoc.', schema: { type: 'string' }, mediaType: 'text/javascript' },
    },
  })
  @Header('content-type', 'text/javascript; charset=utf-8')
  @Header('cache-control', 'public, max-age=86400')
  @Header('x-content-type-options', 'nosniff')
  async redoc(
    @Headers('accept-encoding') accepted: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    return codedBytes(await this.readScript(), accepted, reply);
  }

  /** `npm run compare:framework` writes this file, and the same page of the documentation. */
  @Get('docs/framework-differences.md')
  @UnsignedRoute({
    id: 'getFrameworkDifferences',
    summary: 'What differs from the framework, NextGenPSD2 1.3.16, and why',
    answers: {
      200: { says: 'Markdown.', schema: { type: 'string' }, mediaType: 'text/markdown' },
    },
  })
  @Header('content-type', 'text/markdown; charset=utf-8')
  @Header('cache-control', 'public, max-age=3600')
  @Header('x-content-type-options', 'nosniff')
  differences(): Promise<string> {
    return readFile(differencesFile, 'utf8');
  }

  private readScript(): Promise<PreparedText> {
    if (this.script !== undefined) return this.script;
    const reading = readFile(scriptFile, 'utf8').then(preparedText);
    reading.catch(() => (this.script = undefined));
    this.script = reading;
    return reading;
  }
}
