import { ArrayMaxSize, ArrayMinSize, IsArray, ValidateBy } from 'class-validator';
import { type ElementCheck, hinted } from './hint.js';
import { type FieldDecorator, together } from './together.js';

/** A list of 1 to `max` elements that all pass the check. */
export function Elements(max: number, elementCheck: ElementCheck): FieldDecorator {
  return together(
    IsArray(hinted({ rule: 'type.array' })),
    ArrayMinSize(1, hinted({ rule: 'list.empty' })),
    ArrayMaxSize(max, hinted({ rule: 'list.tooLong', params: { max } })),
    ValidateBy(
      {
        name: 'elements',
        validator: {
          validate: (list) => allPass(list, elementCheck),
          // A hint is attached to a message only, never to an empty one.
          defaultMessage: () => 'every element must pass',
        },
      },
      hinted({ rule: 'type.array', elementCheck }),
    ),
  );
}

function allPass(list: unknown, elementCheck: ElementCheck): boolean {
  if (!Array.isArray(list)) return false;
  const elements: readonly unknown[] = list;
  return elements.every((element, index) => elementCheck(element, index, elements) === undefined);
}

/** The same check, and no element twice: the second one is at fault. */
export function distinct(elementCheck: ElementCheck): ElementCheck {
  return (element, index, list) => {
    const fault = elementCheck(element, index, list);
    if (fault !== undefined) return fault;
    return list.indexOf(element) < index ? { rule: 'list.duplicate' } : undefined;
  };
}
