import { createPublicKey } from 'node:crypto';
import {
  Body,
  Controller,
  Get,
  Header,
  Inject,
  NotFoundException,
  Post,
  Query,
  Req,
  UseGuards,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { SCA_SETTINGS } from '../../sca.settings.js';
import type { ScaSettings } from '../../sca.settings.js';
import { ApproveService } from '../approve/approve.service.js';
import type { Answer } from '../frame/answer.js';
import { PageController } from '../frame/answer.interceptor.js';
import { FormPipe } from '../frame/form.pipe.js';
import type { FormOf } from '../frame/form.pipe.js';
import { approvalPath } from '../frame/site-address.js';
import { CurrentBrowser } from '../frame/site.service.js';
import type { Browser } from '../security/browser.js';
import { CsrfGuard } from '../visit/csrf.guard.js';
import { CurrentVisit, VisitGuard } from '../visit/visit.guard.js';
import type { Visit } from '../visit/visit.js';
import { ProviderApprovalService } from './provider-approval.service.js';
import { ProviderCallbackService } from './provider-callback.service.js';
import { siteErrorsOf } from '../oidc/provider-failure.js';
import { callbackPath } from '../oidc/provider-visit.service.js';

const callbackFields = { state: 'text' } as const;
const approvalFields = { context: 'text', shown: 'text' } as const;

/** Where the identity provider sends browsers back to. */
@PageController(callbackPath)
export class OidcCallbackController {
  constructor(private readonly callbacks: ProviderCallbackService) {}

  @Get()
  callback(
    @Req() request: FastifyRequest,
    @Query(new FormPipe(callbackFields)) { state }: FormOf<typeof callbackFields>,
  ): Promise<Answer> {
    return this.callbacks.goOn(request, state);
  }
}

/** `/sign/<id>/provider`: goes to the identity provider with what the PSU approves. */
@PageController('sign/:id/provider')
@UseGuards(VisitGuard)
export class OidcApprovalController {
  constructor(
    private readonly approvals: ProviderApprovalService,
    private readonly approve: ApproveService,
  ) {}

  @Post()
  @UseGuards(CsrfGuard)
  async start(
    @CurrentVisit() visit: Visit,
    @CurrentBrowser() browser: Browser,
    @Body(new FormPipe(approvalFields)) form: FormOf<typeof approvalFields>,
  ): Promise<Answer> {
    const approvable = await this.approve.prepare(visit, form.context);
    if (approvable.is !== 'content') return approvable;
    return siteErrorsOf(approvalPath(visit.id), undefined, () =>
      this.approvals.start(visit, approvable, { ...form, browser }),
    );
  }
}

/** The public keys with which the provider checks that a request comes from the bank (RFC 7517). */
@Controller('oidc')
export class OidcKeysController {
  constructor(@Inject(SCA_SETTINGS) private readonly settings: ScaSettings) {}

  @Get('jwks.json')
  @Header('content-type', 'application/jwk-set+json')
  @Header('cache-control', 'public, max-age=300')
  keys(): object {
    const { providerClient: client } = this.settings;
    if (client === undefined) throw new NotFoundException();
    const keys = client.keys.value.map(({ id, key }) => {
      const jwk = createPublicKey(key).export({ format: 'jwk' });
      return { ...jwk, kid: id, alg: 'ES256', use: 'sig' };
    });
    return { keys };
  }
}
