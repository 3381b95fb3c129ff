/** One query parameter that a route takes; a parameter that is not declared is refused. */
export type Parameter =
  | { kind: 'text'; required?: boolean; maxLength?: number }
  | { kind: 'integer'; required?: boolean; minimum: number; maximum: number }
  | { kind: 'choice'; required?: boolean; values: readonly string[] }
  | { kind: 'flag' }
  | { kind: 'list'; maxItems: number };

/** The query parameters of a route by name. */
export type ParameterTable = Readonly<Record<string, Parameter>>;

type Present<P extends Parameter> = P extends { kind: 'integer' }
  ? number
  : P extends { kind: 'choice'; values: readonly (infer Value)[] }
    ? Value
    : string;

/** What a handler reads: flags are booleans (`1`), lists are arrays, the rest is absent unless required. */
export type ParameterValue<P extends Parameter> = P extends { kind: 'flag' }
  ? boolean
  : P extends { kind: 'list' }
    ? string[]
    : P extends { required: true }
      ? Present<P>
      : Present<P> | undefined;

export type ParameterValues<Table extends ParameterTable> = { [Name in keyof Table]: ParameterValue<Table[Name]> };
