import { objectSchema } from '../../base/fields/object-schema.js';
import type { JsonSchema } from '../../base/fields/object-schema.js';
import { paymentProducts } from '../products/payment-products.js';
import { defaultJsonLimits } from './json-body.js';

/** Most members of a body that its schema accepts. */
function membersIn({ properties = {}, items, maxItems = 1 }: JsonSchema): number {
  const own = Object.values(properties).map((one) => 1 + membersIn(one));
  return own.reduce((sum, one) => sum + one, 0) + (items ? maxItems * membersIn(items) : 0);
}

/** Most members of one of its objects. */
function widestIn({ properties = {}, items }: JsonSchema): number {
  const inner = [...Object.values(properties), ...(items ? [items] : [])];
  return Math.max(Object.keys(properties).length, ...inner.map(widestIn));
}

describe('the bounds of a body as JSON', () => {
  it('leave room for the largest valid body of every product', () => {
    const products = paymentProducts.flatMap(({ services }) => Object.values(services));
    const schemas = products.map(({ body }) => objectSchema(body.bodyClass));
    const wholes = schemas.map(membersIn);
    expect(Math.max(...wholes)).toBeGreaterThan(20_000);
    expect(Math.max(...wholes)).toBeLessThan(defaultJsonLimits.membersMax);
    expect(Math.max(...schemas.map(widestIn))).toBeLessThan(defaultJsonLimits.objectMembersMax);
  });
});
