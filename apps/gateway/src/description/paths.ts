import { serviceOf } from '../request/operation-id.js';
import type { BankProfile, OfferedProduct } from '@nordgate/contracts/profile';
import type { PaymentService } from '@nordgate/contracts/events';
import { offeredProduct } from '@nordgate/contracts/profile';
import { paymentProducts } from '@nordgate/contracts/http';

/** A parameter of a path as the description has it. */
export interface PathParameter {
  readonly name: string;
  readonly in: 'path';
  readonly required: true;
  readonly schema: object;
}

/** The products that the bank offers in a service. */
export function offersIn(profile: BankProfile, service: PaymentService): OfferedProduct[] {
  return paymentProducts.flatMap(({ name }) => offeredProduct(profile, service, name) ?? []);
}

/** The route's path with `{name}` for parameters, which are spelt as the specification does. */
export function pathOf(url: string): string {
  return url.replace(/:([A-Za-z]+)/g, (_all, name: string) => `{${parameterName(url, name)}}`);
}

/** The parameters of a route's path: products by name, ids as they look. */
export function pathParameters(url: string, profile: BankProfile): PathParameter[] {
  return [...url.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => ({
    name: parameterName(url, name),
    in: 'path',
    required: true,
    schema: name === 'product' ? productNames(url, profile) : id,
  }));
}

const id = { type: 'string', pattern: '^[A-Za-z0-9_-]+$', minLength: 1, maxLength: 255 };

function productNames(url: string, profile: BankProfile): object {
  const service = serviceOf(url);
  const offers = service === undefined ? [] : offersIn(profile, service);
  const names = offers.flatMap(({ product }) => [product.name, ...(product.aliases ?? [])]);
  return { type: 'string', enum: names };
}

function parameterName(url: string, name: string): string {
  if (name === 'product') return 'payment-product';
  if (name !== 'id') return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const resource = serviceOf(url) === undefined ? (url.split('/')[2] ?? '') : 'payments';
  return `${resource.replace(/^signing-/, '').replace(/s$/, '')}-id`;
}
