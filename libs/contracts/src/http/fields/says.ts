import 'reflect-metadata';
import type { FieldDecorator } from './together.js';

const key = Symbol('nordgate:says');

/** What a member means, for the pages that are made of the schema. */
export function Says(description: string): FieldDecorator {
  return (target, property) => Reflect.defineMetadata(key, description, target, property);
}

/** What the decorators of a class say a member means; undefined where none does. */
export function descriptionOf(target: object, property: string): string | undefined {
  return Reflect.getMetadata(key, target, property) as string | undefined;
}
