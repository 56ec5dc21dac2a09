import { Injectable } from '@nestjs/common';
import type { ShownStream } from '@nordgate/contracts/queries';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ConsoleBank } from './console-bank.service.js';
import { ConsoleGuard } from './console-visit.guard.js';
import type { VisitPage } from './console-visit.guard.js';
import { clientHabits } from './habits/client-habits.js';
import { requestsAbout } from './shown-values.js';
import { traceBars } from './trace-bars.js';

const titles = { payments: 'Payments', baskets: 'Baskets' } as const;
const singular = { payments: 'Payment', baskets: 'Basket' } as const;

/** Whether the developer wants the page to renew itself. */
const isLive = ({ query }: FastifyRequest): boolean =>
  (query as { readonly live?: unknown }).live === '1';

/** The pages that only show. Each asks for what the TPP of the visit owns. */
@Injectable()
export class ConsoleBrowsing {
  constructor(
    private readonly bank: ConsoleBank,
    private readonly guard: ConsoleGuard,
  ) {}

  addTo(server: FastifyInstance): void {
    const { guard, bank } = this;
    server.post('/visit', (request, reply) => guard.open(request, reply));
    server.post(
      '/visit/end',
      guard.form((visit) => guard.end(visit)),
    );
    server.get(
      '/',
      guard.page(({ tpp }, request) => this.requests(tpp, request)),
    );
    server.get(
      '/requests/:id',
      guard.page(({ tpp }, request) => this.request(tpp, request)),
    );
    server.get(
      '/customers',
      guard.page(async ({ tpp }) => ({
        name: 'customers',
        title: 'Customers',
        data: { customers: await bank.customers(tpp) },
      })),
    );
    server.get(
      '/client',
      guard.page(async ({ tpp }, request) => {
        const { requests, silent } = await bank.requests(tpp);
        const data = { habits: clientHabits(requests), silent };
        return { name: 'client', title: 'Your client', data, live: isLive(request) };
      }),
    );
    for (const [name, title] of Object.entries(titles)) {
      const kind = name as keyof typeof titles;
      server.get(
        `/${kind}`,
        guard.page(async ({ tpp }, request) => {
          const data = { streams: await bank[kind](tpp) };
          return { name: kind, title, data, live: isLive(request) };
        }),
      );
      server.get(
        `/${kind}/:id`,
        guard.page(({ tpp }, request) => this.history(tpp, kind, request)),
      );
    }
  }

  private async requests(tpp: string, request: FastifyRequest): Promise<VisitPage> {
    const { about } = request.query as { readonly about?: unknown };
    const page = { name: 'requests', title: 'Requests' } as const;
    const { requests, silent } = await this.bank.requests(tpp);
    if (typeof about !== 'string') {
      return { ...page, data: { requests, silent }, live: isLive(request) };
    }
    return { ...page, data: { about, silent, requests: requestsAbout(requests, about) } };
  }

  /** The events of a payment or basket, and the requests about it. */
  private async history(
    tpp: string,
    kind: keyof typeof titles,
    request: FastifyRequest,
  ): Promise<VisitPage> {
    const { id } = request.params as { readonly id: string };
    const streams: readonly ShownStream[] = await this.bank[kind](tpp);
    const stream = streams.find((one) => one.id === id);
    if (stream === undefined) {
      const text = 'It is not among those that changed last, or it is of another TPP.';
      return { name: 'notice', title: `No such ${singular[kind]}`, data: { text }, status: 404 };
    }
    const requests = requestsAbout((await this.bank.requests(tpp)).requests, id);
    const title = `${singular[kind]} ${id}`;
    return { name: 'history', title, data: { stream, requests }, live: isLive(request) };
  }

  private async request(tpp: string, { params }: FastifyRequest): Promise<VisitPage> {
    const { id } = params as { readonly id: string };
    const { requests, silent } = await this.bank.requests(tpp);
    const request = requests.find((one) => one.id === id);
    if (request !== undefined) {
      const title = `${request.method} ${request.target}`;
      const bars = traceBars(await this.bank.spansOf(request));
      return { name: 'request', title, data: { request, bars } };
    }
    const known = 'No gateway has this request any more, or it is of another TPP.';
    const text = silent.length === 0 ? known : `${known} No answer from ${silent.join(', ')}.`;
    return { name: 'notice', title: 'There is no such request', data: { text }, status: 404 };
  }
}
