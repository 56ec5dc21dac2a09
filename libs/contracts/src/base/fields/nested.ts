import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { isJsonObject } from '../json/json-value.js';
import { reporting, together } from './field.js';
import type { FieldDecorator } from './field.js';
import { NestedIn } from './framework.js';
import { Elements } from './lists.js';
import { objectSchema } from './object-schema.js';
import type { BodyClass, DecoratorSchema } from './object-schema.js';

/** A member that is an object of a class. A list of such objects is not valid here. */
export function Nested(bodyClass: BodyClass): FieldDecorator {
  return together(
    Type(() => bodyClass),
    IsObject(reporting({ rule: 'type.object' })),
    ValidateNested(),
    NestedIn(bodyClass),
    JSONSchema(() => objectSchema(bodyClass) as DecoratorSchema),
  );
}

/** A member that is a list of 1 to `max` objects of one class. */
export function NestedList(bodyClass: BodyClass, max: number): FieldDecorator {
  return together(
    Type(() => bodyClass),
    Elements(max, (element) => (isJsonObject(element) ? undefined : { rule: 'type.object' })),
    ValidateNested(),
    NestedIn(bodyClass, max),
    JSONSchema(() => ({
      type: 'array',
      minItems: 1,
      maxItems: max,
      items: objectSchema(bodyClass) as DecoratorSchema,
    })),
  );
}
