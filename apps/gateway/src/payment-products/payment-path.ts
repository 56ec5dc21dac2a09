import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { PaymentService } from '@nordgate/contracts/events';
import type { FastifyRequest } from 'fastify';
import { idKindOf } from './products.js';

/** The place of a payment: the parameters of its path. */
export interface PaymentPath {
  readonly service: PaymentService;
  readonly product: string;
  readonly id: string;
}

/** The path of one payment, or of what belongs to it, in every service. */
export function ofEveryService(rest = ''): string[] {
  return Object.keys(idKindOf).map((service) => `${service}/:product/:id${rest}`);
}

/** Hands the place of the payment to a handler: its service is the first part of the route. */
export const ThePath = createParamDecorator(
  (_data: unknown, context: ExecutionContext): PaymentPath => {
    const { params, routeOptions } = context.switchToHttp().getRequest<FastifyRequest>();
    const [, , service] = (routeOptions.url ?? '').split('/');
    const { product, id } = params as { readonly product: string; readonly id: string };
    return { service: service as PaymentService, product, id };
  },
);
