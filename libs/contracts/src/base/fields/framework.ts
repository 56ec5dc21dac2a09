import 'reflect-metadata';
import type { BodyPath } from '../json/json-value.js';
import type { TextKey } from '../texts/en.js';
import type { TextParams } from '../texts/text-of.js';
import type { FieldDecorator } from './field.js';
import type { BodyClass, JsonSchema } from './object-schema.js';

/** A sent member in the form of the member that it stands for, or the rule that it breaks. */
export type Converted =
  | {
      readonly value: unknown;
      /** The place in `value` that the sent value went to. Absent: `value` itself. */
      readonly to?: BodyPath;
      /** The place in the sent member that `value` came from. Absent: the sent member itself. */
      readonly from?: BodyPath;
      readonly warning?: TextKey;
    }
  | { readonly rule: TextKey; readonly params?: TextParams };

/** A spelling whose values have another form than the member's. */
export interface Conversion {
  /** Makes the member's value. `undefined` leaves the sent member as it is. */
  readonly convert: (sent: unknown) => Converted | undefined;
  /** The schema of the spelling, from the member's and from that of a member with the spelling's name. */
  readonly sentAs: (member: JsonSchema, sameName: JsonSchema | undefined) => JsonSchema;
}

/** Another name of a member, in the spelling of the Berlin Group framework. */
export interface Spelling extends Partial<Conversion> {
  readonly name: string;
  readonly field: string;
}

/** A member that is itself an object of a class, or a list of such objects. */
export interface NestedField {
  readonly field: string;
  readonly bodyClass: BodyClass;
  /** The most elements of a list; undefined for an object. */
  readonly countMax: number | undefined;
}

const keys = {
  spelling: Symbol('nordgate:spelling'),
  nested: Symbol('nordgate:nested'),
  withoutEffect: Symbol('nordgate:without-effect'),
  unsupported: Symbol('nordgate:unsupported'),
};

/** The member may also be sent under this name of the framework. */
export function AlsoSpelled(name: string, conversion?: Conversion): FieldDecorator {
  return (target, field) => {
    note<Spelling>(keys.spelling, target, { name, field, ...conversion });
  };
}

/** Notes the class of a member, so that spellings inside it are found. */
export function NestedIn(bodyClass: BodyClass, countMax?: number): FieldDecorator {
  return (target, field) => {
    note<NestedField>(keys.nested, target, { field, bodyClass, countMax });
  };
}

/**
 * The members of the other class are checked and then dropped, with a warning: they belong to the
 * framework and change nothing here.
 */
export function WithoutEffect(members: BodyClass): ClassDecorator {
  return ({ prototype }) => {
    note(keys.withoutEffect, prototype as object, members);
  };
}

/** Members of the framework that are refused for a reason, by name. */
export function Unsupported(members: Readonly<Record<string, TextKey>>): ClassDecorator {
  return ({ prototype }) => {
    note(keys.unsupported, prototype as object, members);
  };
}

/** What a class and its base classes declare about members of the framework. */
export interface FrameworkMembers {
  readonly spellings: readonly Spelling[];
  readonly nested: readonly NestedField[];
  readonly withoutEffect: readonly BodyClass[];
  readonly unsupported: Readonly<Record<string, TextKey>>;
}

/** Reads the declarations of a class. */
export function frameworkMembersOf({ prototype }: BodyClass): FrameworkMembers {
  const target = prototype as object;
  return {
    spellings: noted<Spelling>(keys.spelling, target),
    nested: noted<NestedField>(keys.nested, target),
    withoutEffect: noted<BodyClass>(keys.withoutEffect, target),
    unsupported: Object.assign({}, ...noted<object>(keys.unsupported, target)) as Record<
      string,
      TextKey
    >,
  };
}

function note<Item>(key: symbol, target: object, item: Item): void {
  const own = (Reflect.getOwnMetadata(key, target) ?? []) as readonly Item[];
  Reflect.defineMetadata(key, [...own, item], target);
}

/** The items of a class, those of its base classes first. */
function noted<Item>(key: symbol, target: object): readonly Item[] {
  const base = Object.getPrototypeOf(target) as object | null;
  const own = (Reflect.getOwnMetadata(key, target) ?? []) as readonly Item[];
  return base === null ? own : [...noted<Item>(key, base), ...own];
}
