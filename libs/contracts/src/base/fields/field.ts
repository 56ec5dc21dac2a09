import 'reflect-metadata';
import { ValidateIf } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import type { TextKey } from '../texts/en.js';
import type { TextParams } from '../texts/text-of.js';

/** Decorates a field of a class that describes input. Such fields have names, never symbols. */
export type FieldDecorator = (target: object, property: string) => void;

/** Applies decorators in this order: the checks of a field run in the order of their registration. */
export function together(...decorators: FieldDecorator[]): FieldDecorator {
  return (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };
}

/** The fault of one element of a list. */
export interface ElementFault {
  readonly rule: TextKey;
  readonly params?: TextParams;
}

/** Checks one element of a list. */
export type ElementCheck = (
  element: unknown,
  index: number,
  list: readonly unknown[],
) => ElementFault | undefined;

/** What a failed check of a field reports. It travels in the `context` of class-validator. */
export interface CheckReport {
  readonly rule: TextKey;
  readonly params?: TextParams;
  /** Parameters that depend on the invalid value. */
  readonly paramsOf?: (value: string) => TextParams;
  /** Finds the invalid elements again: class-validator names only their list. */
  readonly elementCheck?: ElementCheck;
}

/** Options of a class-validator check: what the check reports when it fails. */
export function reporting(report: CheckReport): { context: CheckReport } {
  return { context: report };
}

/**
 * The member may be absent. It must not be null, which class-validator's IsOptional would allow: no
 * field of the specification and no setting takes null.
 */
export function Optional(): PropertyDecorator {
  return ValidateIf((_body, value) => value !== undefined);
}

/** Marks a member as deprecated in the schema. */
export function Deprecated(): FieldDecorator {
  return JSONSchema({ deprecated: true });
}

const descriptionKey = Symbol('nordgate:description');

/** Describes a member in the schema, and so on the pages made from it. */
export function Description(description: string): FieldDecorator {
  return (target, property) =>
    Reflect.defineMetadata(descriptionKey, description, target, property);
}

/** The description of a member; undefined for a member without one. */
export function descriptionOf(target: object, property: string): string | undefined {
  return Reflect.getMetadata(descriptionKey, target, property) as string | undefined;
}
