/** Whether an answer of Python's still holds: it does while what it was made of is the same. */

/**
 * Whether an answer of the one is an answer of the other.
 * @param {unknown[] | null} one
 * @param {unknown[] | null} other
 */
export function same(one, other) {
  if (one === null || other === null) return one === other;
  return one.length === other.length && one.every((value, index) => Object.is(value, other[index]));
}
