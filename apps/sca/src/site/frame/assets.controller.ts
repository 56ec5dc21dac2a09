import { Controller, Get, Header, NotFoundException, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Site } from './site.service.js';
import { assetNamed } from './asset.loader.js';

const forAYear = 'public, max-age=31536000, immutable';
const forADay = 'public, max-age=86400';

/** The files of the pages, and the liveness probe. */
@Controller()
export class AssetsController {
  constructor(private readonly site: Site) {}

  /** A file at the address with the hash of its content; any other hash leads to that address. */
  @Get('assets/:name')
  file(@Param('name') name: string, @Res() reply: FastifyReply): void {
    const asset = assetNamed(name, this.site.brand.assets);
    if (asset === undefined) throw new NotFoundException();
    if (asset.path !== `/assets/${name}`) {
      return void reply.status(302).header('location', asset.path).send();
    }
    const { contentType, text } = asset;
    void reply.header('content-type', contentType).header('cache-control', forAYear).send(text);
  }

  /** Browsers ask for this address without a page of the site. */
  @Get('favicon.ico')
  @Header('content-type', 'image/svg+xml')
  @Header('cache-control', forADay)
  favicon(): string {
    return this.site.brand.mark.text;
  }

  /** The process runs. The internal server of the platform answers whether it is ready. */
  @Get('health/live')
  @Header('content-type', 'text/plain; charset=utf-8')
  live(): string {
    return 'live';
  }
}
