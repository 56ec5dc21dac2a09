/** An element of a header that negotiates (RFC 9110 section 12.4.2): a name and its weight from 0 to 1. */
export interface Wish {
  /** In lower case, without parameters. */
  readonly name: string;
  readonly weight: number;
}

/** How the elements of one header are read. */
export interface WishForm {
  readonly name: RegExp;
  /** Only media ranges have parameters besides the weight. They change nothing here. */
  readonly takesParameters?: true;
}

const token = "[\\w!#$%&'*+.^`|~-]+";

/** Elements of Accept. */
export const mediaRanges: WishForm = {
  name: new RegExp(`^(\\*/\\*|${token}/${token})$`),
  takesParameters: true,
};
/** Elements of Accept-Encoding. */
export const contentCodings: WishForm = { name: new RegExp(`^${token}$`) };
/** Elements of Accept-Language. `nb_NO` is how Java and Apple write a locale. */
export const languageRanges: WishForm = { name: /^(\*|[a-z]{1,8}([-_][a-z0-9]{1,8})*)$/ };

/** Browsers send about ten elements. A header of 12 KB can have thousands, and each answer reads it several times. */
const elementsMax = 50;
/** The parameters of one element, the weight included. */
const parametersMax = 16;

/**
 * Reads the first 50 elements of a header that negotiates. Negotiation is a wish (RFC 9110 section 12.1), so an
 * element that cannot be read is passed over: what is left decides.
 */
export function wishesOf(value: string, { name, takesParameters }: WishForm): readonly Wish[] {
  const wishes: Wish[] = [];
  for (const element of value.toLowerCase().split(',', elementsMax)) {
    const [first = '', ...parameters] = element.split(';', parametersMax + 2);
    if (parameters.length > parametersMax) continue;
    const wanted = first.trim();
    const weight = weightIn(parameters, takesParameters === true);
    if (weight !== undefined && name.test(wanted)) wishes.push({ name: wanted, weight });
  }
  return wishes;
}

/** The weight among the parameters of an element, 1 without one; undefined when it cannot be read. */
function weightIn(parameters: readonly string[], takesOthers: boolean): number | undefined {
  let weight: number | undefined = 1;
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.split('=', 2);
    if (name.trim() === 'q') weight = numberIn(value.trim());
    else if (!takesOthers && parameter.trim() !== '') return undefined;
  }
  return weight;
}

/** `.2` and more than three decimals are not in the grammar, but can be read. */
function numberIn(text: string): number | undefined {
  const weight = /^(\d{1,3}(\.\d{0,20})?|\.\d{1,20})$/.test(text) ? Number(text) : 2;
  return weight > 1 ? undefined : weight;
}

/** The weight of the first of these names that has a wish, the most specific one first; undefined without any. */
export function weightOf(wishes: readonly Wish[], ...names: readonly string[]): number | undefined {
  for (const name of names) {
    const weights = wishes.filter((wish) => wish.name === name).map(({ weight }) => weight);
    if (weights.length > 0) return Math.max(...weights);
  }
  return undefined;
}
