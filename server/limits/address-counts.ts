/** How much of something each address has, of which it may have so much. An address that has nothing takes no memory. */
export interface AddressCounts {
  /** Takes one for the address; false when it has all that it may. */
  take(key: string): boolean;
  /** @throws RangeError when the address has none: whoever gives back twice has lost count. */
  giveBack(key: string): void;
  countOf(key: string): number;
  /** Addresses that have at least one. */
  readonly addresses: number;
  /** Of all addresses. */
  readonly total: number;
}

/** @param most that one address may have */
export function createAddressCounts(most: number): AddressCounts {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    take(key) {
      const count = counts.get(key) ?? 0;
      if (count >= most) return false;
      counts.set(key, count + 1);
      total++;
      return true;
    },
    giveBack(key) {
      const count = counts.get(key);
      if (count === undefined) throw new RangeError(`The address ${key} has nothing to give back.`);
      if (count === 1) counts.delete(key);
      else counts.set(key, count - 1);
      total--;
    },
    countOf: (key) => counts.get(key) ?? 0,
    get addresses() {
      return counts.size;
    },
    get total() {
      return total;
    },
  };
}
