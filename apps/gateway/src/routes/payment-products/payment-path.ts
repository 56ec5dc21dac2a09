import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { PaymentService } from '@nordgate/contracts/events';
import type { FastifyRequest } from 'fastify';
import { idKindOf } from './products.js';

/** The parameters of a payment's path. */
export interface PaymentPath {
  readonly service: PaymentService;
  readonly product: string;
  readonly id: string;
}

/** The route of a payment in every service, or of a sub-resource `rest` of it. */
export function ofEveryService(rest = ''): string[] {
  return Object.keys(idKindOf).map((service) => `${service}/:product/:id${rest}`);
}

/** Gives a handler the path of the payment. The service is the first part of the route. */
export const CurrentPaymentPath = createParamDecorator(
  (_data: unknown, context: ExecutionContext): PaymentPath => {
    const { params, routeOptions } = context.switchToHttp().getRequest<FastifyRequest>();
    const [, , service] = (routeOptions.url ?? '').split('/');
    const { product, id } = params as { readonly product: string; readonly id: string };
    return { service: service as PaymentService, product, id };
  },
);
