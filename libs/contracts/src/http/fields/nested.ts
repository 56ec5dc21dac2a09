import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { JSONSchema, type targetConstructorToSchema } from 'class-validator-jsonschema';
import { isJsonObject } from '../json-object.js';
import { type BodyClass, objectSchema } from '../object-schema.js';
import { Elements } from './elements.js';
import { hinted } from './hint.js';
import { type FieldDecorator, together } from './together.js';

type DecoratorSchema = ReturnType<typeof targetConstructorToSchema>;

/** A member that is an object of its own class; a list of such objects does not pass for one. */
export function Nested(bodyClass: BodyClass): FieldDecorator {
  return together(
    Type(() => bodyClass),
    IsObject(hinted({ rule: 'type.object' })),
    ValidateNested(),
    JSONSchema(() => objectSchema(bodyClass) as DecoratorSchema),
  );
}

/** A member that is a list of 1 to `max` objects of one class. */
export function NestedList(bodyClass: BodyClass, max: number): FieldDecorator {
  return together(
    Type(() => bodyClass),
    Elements(max, (element) => (isJsonObject(element) ? undefined : { rule: 'type.object' })),
    ValidateNested({ each: true }),
    JSONSchema(() => ({
      type: 'array',
      minItems: 1,
      maxItems: max,
      items: objectSchema(bodyClass) as DecoratorSchema,
    })),
  );
}
