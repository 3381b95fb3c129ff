/** A value of an answer as handlers return it: it may be read-only, and contain dates, which become text in JSON. */
export type Readable<Value> = Value extends readonly (infer Item)[]
  ? readonly Readable<Item>[]
  : Value extends string
    ? string extends Value
      ? string | Date
      : Value
    : Value extends object
      ? { readonly [Key in keyof Value]: Readable<Value[Key]> }
      : Value;
