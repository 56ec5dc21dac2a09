import { Inject, Injectable } from '@nestjs/common';
import { PSD2_ROLES } from '@nordgate/signature';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ConsoleBank } from './console-bank.service.js';
import { ConsoleGuard, formOf } from './console-visit.guard.js';
import type { VisitPage } from './console-visit.guard.js';
import type { Visit } from './console-visits.queries.js';
import { CONSOLE_SETTINGS } from './console.settings.js';
import type { ConsoleSettings } from './console.settings.js';
import { rolesIn, testCertificate } from './test-certificate.issuer.js';

/** What an action has begun, by the word in the address of the page that follows. */
const outcomes: Readonly<Record<string, string>> = {
  run: 'The run was started. The payments show what became of it.',
  reset: 'The reset was started. The known state is there within seconds.',
};

const unusableKey =
  'This is no certificate request and no public key of RSA with 2048 bits or more, as PEM.';

/** The pages that change something in the sandbox, or make a certificate. */
@Injectable()
export class ConsoleActions {
  constructor(
    private readonly bank: ConsoleBank,
    private readonly guard: ConsoleGuard,
    @Inject(CONSOLE_SETTINGS) private readonly settings: ConsoleSettings,
  ) {}

  addTo(server: FastifyInstance): void {
    const { guard, bank } = this;
    server.get(
      '/actions',
      guard.page((_visit, { query }) => {
        const done = outcomes[String((query as { readonly done?: unknown }).done)];
        return Promise.resolve({ name: 'actions', title: 'Actions', data: { done } });
      }),
    );
    server.post(
      '/actions/batch-run',
      guard.form(async ({ tpp }) => {
        await bank.runBatch(tpp);
        return '/actions?done=run';
      }),
    );
    server.post(
      '/actions/reset',
      guard.form(async ({ tpp }, request) => {
        if (formOf(request)['sure'] !== 'yes') return '/actions';
        await bank.reset(tpp);
        return '/actions?done=reset';
      }),
    );
    server.get(
      '/certificate',
      guard.page(() => Promise.resolve(this.certificatePage({}))),
    );
    server.post(
      '/certificate',
      guard.form((visit, request) => this.certificate(visit, request)),
    );
  }

  private async certificate({ tpp }: Visit, request: FastifyRequest): Promise<VisitPage> {
    const { ca } = this.settings;
    const { role = [], key = '' } = formOf(request);
    if (ca === undefined || typeof key !== 'string') return this.certificatePage({});
    const roles = rolesIn([role].flat());
    const issued = await testCertificate({ ca, tpp, roles, key, now: new Date() });
    if (issued !== undefined) return this.certificatePage({ issued });
    return { ...this.certificatePage({ fault: unusableKey }), status: 400 };
  }

  private certificatePage(data: { issued?: object; fault?: string }): VisitPage {
    const hasCa = this.settings.ca !== undefined;
    return {
      ...{ name: 'certificate', title: 'Test certificate' },
      data: { ...data, hasCa, roles: PSD2_ROLES },
    };
  }
}
