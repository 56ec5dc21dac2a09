import { idKindOf } from '../../request/operation-id.js';
import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { PaymentService } from '@nordgate/contracts/events';
import { paymentProducts } from '@nordgate/contracts/http';
import { offeredProduct } from '@nordgate/contracts/profile';
import type { BankProfile, OfferedProduct } from '@nordgate/contracts/profile';
import type { PaymentStatus } from '@nordgate/contracts/codes';
import { fixedAnswers } from '@nordgate/contracts/rules';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { fault, RequestError } from '../../reply/request-error.js';

const services = Object.keys(idKindOf) as PaymentService[];

/** The route of a payment in every service, or of a sub-resource `rest` of it. */
export function ofEveryService(rest = ''): string[] {
  return services.map((service) => `${service}/:product/:id${rest}`);
}

/** The parameters of a payment's path. */
export interface PaymentPath {
  readonly service: PaymentService;
  readonly product: string;
  readonly id: string;
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

/**
 * Whether nothing is shown of a payment before its approval: the known issue of specification 3, where
 * the bank's profile has it and the request has no fix.
 */
export function isHidden(
  { isHiddenBeforeApproval }: Pick<OfferedProduct, 'isHiddenBeforeApproval'>,
  status: PaymentStatus,
  { fixes }: Pick<Caller, 'fixes'>,
): boolean {
  const isUnapproved = status === 'RCVD' || status === 'PDNG';
  return isUnapproved && isHiddenBeforeApproval && !fixedAnswers(fixes).showsUnapproved;
}

/**
 * The product of a route. Throws RequestError: PRODUCT_INVALID when the bank offers it only in another
 * service, PRODUCT_UNKNOWN when the bank does not offer it.
 */
export function productOf(
  profile: BankProfile,
  service: PaymentService,
  name: string,
): OfferedProduct {
  const offered = offeredProduct(profile, service, name);
  if (offered !== undefined) return offered;
  const elsewhere = services.filter((one) => offeredProduct(profile, one, name) !== undefined);
  const products = paymentProducts
    .filter((one) => offeredProduct(profile, service, one.name) !== undefined)
    .map((one) => one.name)
    .join(', ');
  throw new RequestError([
    elsewhere.length > 0
      ? fault('PRODUCT_INVALID', 'product.otherService', '', {
          services: elsewhere.join(', '),
          products,
        })
      : fault('PRODUCT_UNKNOWN', 'product.unknown', '', { products }),
  ]);
}
