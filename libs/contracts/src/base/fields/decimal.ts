import 'reflect-metadata';
import type { TextKey } from '../texts/en.js';
import { together } from './field.js';
import type { FieldDecorator } from './field.js';
import { frameworkMembersOf } from './framework.js';
import type { BodyClass } from './object-schema.js';
import { Pattern } from './values.js';

const key = Symbol('nordgate:decimal');

/**
 * A decimal string that may also be sent as a JSON number: only bodies of the sandbox have such members,
 * and `parseSandboxJson` reads their numbers exactly.
 */
export function Decimal(pattern: RegExp, rule: TextKey): FieldDecorator {
  return together(Pattern(pattern, rule), (target, property) => {
    Reflect.defineMetadata(key, true, target, property);
  });
}

/** Marks a member of another form that may also be sent as a number alone: a spelling converts its text. */
export function TakesNumber(): FieldDecorator {
  return (target, property) => Reflect.defineMetadata(key, false, target, property);
}

/** Whether a member of a class may be sent as a number. */
export function isDecimal({ prototype }: BodyClass, property: string): boolean {
  return Reflect.getMetadata(key, prototype as object, property) === true;
}

/** The names of all members of a body, at any depth, that may be sent as a number. */
export function decimalMembersOf(bodyClass: BodyClass): ReadonlySet<string> {
  const { nested, spellings, withoutEffect } = frameworkMembersOf(bodyClass);
  const own = Object.keys(new bodyClass()).filter((name) => takesNumber(bodyClass, name));
  const other = spellings.filter(({ field }) => own.includes(field)).map(({ name }) => name);
  const others = [...nested.map((one) => one.bodyClass), ...withoutEffect];
  const inner = others.flatMap((one) => [...decimalMembersOf(one)]);
  return new Set([...own, ...other, ...inner]);
}

function takesNumber({ prototype }: BodyClass, property: string): boolean {
  return Reflect.hasMetadata(key, prototype as object, property);
}
