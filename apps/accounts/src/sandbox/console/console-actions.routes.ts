import { Inject, Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ConsoleBank } from './console-bank.service.js';
import { ConsoleGuard, formOf } from './console-visit.guard.js';
import type { AdmittedVisit, VisitPage } from './console-visit.guard.js';
import { CONSOLE_SETTINGS } from './console.settings.js';
import type { ConsoleSettings } from './console.settings.js';
import { rolesIn, testCertificate } from './test-certificate.issuer.js';

/** What an action has begun, by the word in the address of the page that follows. */
const outcomes = {
  run: 'The run was started. The payments show what became of it.',
  nothing: 'Nothing was started: your sandbox begins with the first request of your app.',
  reset: 'The reset was started. The known state is there within seconds.',
} as const;

const isOutcome = (word: unknown): word is keyof typeof outcomes =>
  typeof word === 'string' && Object.hasOwn(outcomes, word);

const unusableKey =
  'This is no certificate request and no public key of RSA with 2048 bits or more, as PEM.';

const unusableRoles =
  'Choose at least one of the roles below: those of the certificate that asked for the code.';

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
        const { done: word } = query as { readonly done?: unknown };
        const done = isOutcome(word) ? outcomes[word] : undefined;
        return Promise.resolve({ name: 'actions', title: 'Actions', data: { done } });
      }),
    );
    server.post(
      '/actions/batch-run',
      guard.form(async ({ tpp }) => {
        const isStarted = await bank.runBatch(tpp);
        return `/actions?done=${isStarted ? 'run' : 'nothing'}`;
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
      guard.page(({ roles }) => Promise.resolve(this.certificatePage({ roles }))),
    );
    server.post(
      '/certificate',
      guard.form((visit, request) => this.certificate(visit, request)),
    );
  }

  private async certificate(
    { tpp, roles: own }: AdmittedVisit,
    request: FastifyRequest,
  ): Promise<VisitPage> {
    const { ca } = this.settings;
    const { role = [], key = '' } = formOf(request);
    if (ca === undefined || typeof key !== 'string') return this.certificatePage({ roles: own });
    const roles = rolesIn([role].flat(), own);
    if (roles === undefined) {
      return { ...this.certificatePage({ roles: own, fault: unusableRoles }), status: 400 };
    }
    const issued = await testCertificate({ ca, tpp, roles, key, now: new Date() });
    if (issued !== undefined) return this.certificatePage({ roles: own, issued });
    return { ...this.certificatePage({ roles: own, fault: unusableKey }), status: 400 };
  }

  private certificatePage(data: {
    readonly roles: readonly string[];
    readonly issued?: object;
    readonly fault?: string;
  }): VisitPage {
    const hasCa = this.settings.ca !== undefined;
    return {
      name: 'certificate',
      title: 'Test certificate',
      data: { ...data, hasCa },
    };
  }
}
