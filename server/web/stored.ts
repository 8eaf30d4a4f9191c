/** What the browser keeps for the page from one visit to the next: a flat record under one key, checked when it is read. */

type Value = string | boolean | number;

export interface Stored<Record> {
  readonly current: Readonly<Record>;
  /** Changes some fields, keeps them, and tells who listens. */
  set(changes: Partial<Record>): void;
  onChange(handler: (current: Readonly<Record>) => void): void;
}

/**
 * @param key under which it is kept
 * @param defaults the whole record, for what is not kept or not allowed
 * @param isAllowed whether a kept value may be used; its type has been checked
 * @param storage may throw, as browsers that keep nothing do: then it lasts as long as the page
 */
export function createStored<Shape extends { [Field in keyof Shape]: Value }>(
  key: string,
  defaults: Shape,
  isAllowed: (field: keyof Shape, value: Value) => boolean,
  storage: () => Pick<Storage, "getItem" | "setItem"> = () => localStorage,
): Stored<Shape> {
  const current = { ...defaults };
  const handlers: ((current: Readonly<Shape>) => void)[] = [];
  const kept = readKept(key, storage);
  for (const field of Object.keys(defaults) as (keyof Shape & string)[]) {
    const value = kept[field];
    if (typeof value === typeof defaults[field] && isAllowed(field, value as Value)) {
      current[field] = value as Shape[typeof field];
    }
  }

  return {
    current,
    set(changes) {
      Object.assign(current, changes);
      try {
        storage().setItem(key, JSON.stringify(current));
      } catch {
        // The browser keeps nothing for this page.
      }
      for (const handler of handlers) handler(current);
    },
    onChange(handler) {
      handlers.push(handler);
    },
  };
}

function readKept(key: string, storage: () => Pick<Storage, "getItem">): { [field: string]: unknown } {
  try {
    const kept: unknown = JSON.parse(storage().getItem(key) ?? "{}");
    return typeof kept === "object" && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
}
