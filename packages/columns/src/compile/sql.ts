/** Values that a statement binds, in the order of their places. */
export type Bound = string | number | boolean;

/** Collects the values of one statement. Text from a question never becomes part of a statement. */
export interface Binder {
  values: Bound[];
  /** Binds a value and returns its place. */
  bind(value: Bound): string;
}

export function createBinder(): Binder {
  const values: Bound[] = [];
  return {
    values,
    bind(value) {
      values.push(value);
      return `$${values.length}`;
    },
  };
}

/** A statement with its values. */
export interface Statement {
  sql: string;
  values: Bound[];
}
