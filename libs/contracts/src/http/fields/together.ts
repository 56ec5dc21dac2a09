/** Decorates a field of a body class; such fields have names, never symbols. */
export type FieldDecorator = (target: object, property: string) => void;

/** Applies decorators in the order given: checks of one field run in the order of their registration. */
export function together(...decorators: FieldDecorator[]): FieldDecorator {
  return (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };
}
