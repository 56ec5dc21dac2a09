import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ConsoleBank } from './console-bank.service.js';
import { ConsoleGuard } from './console-visit.guard.js';
import type { VisitPage } from './console-visit.guard.js';

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
      guard.page(async ({ tpp }) => ({
        ...{ name: 'requests', title: 'Requests' },
        data: await bank.requests(tpp),
      })),
    );
    server.get(
      '/requests/:id',
      guard.page(({ tpp }, request) => this.request(tpp, request)),
    );
    server.get(
      '/customers',
      guard.page(async () => ({
        ...{ name: 'customers', title: 'Customers' },
        data: { customers: await bank.customers() },
      })),
    );
    server.get(
      '/payments',
      guard.page(async ({ tpp }) => ({
        ...{ name: 'histories', title: 'Payments' },
        data: { streams: await bank.payments(tpp) },
      })),
    );
    server.get(
      '/baskets',
      guard.page(async ({ tpp }) => ({
        ...{ name: 'histories', title: 'Baskets' },
        data: { streams: await bank.baskets(tpp) },
      })),
    );
  }

  private async request(tpp: string, { params }: FastifyRequest): Promise<VisitPage> {
    const { id } = params as { readonly id: string };
    const { requests, silent } = await this.bank.requests(tpp);
    const request = requests.find((one) => one.id === id);
    if (request !== undefined) {
      const title = `${request.method} ${request.target}`;
      return { name: 'request', title, data: { request } };
    }
    const known = 'No gateway has this request any more, or it is of another TPP.';
    const text = silent.length === 0 ? known : `${known} No answer from ${silent.join(', ')}.`;
    return { name: 'notice', title: 'There is no such request', data: { text }, status: 404 };
  }
}
