// Made from number-format.schema.json by `npm run generate`. Change the schema, not this file.

/**
 * How people see the numbers of a field, in charts, tables and labelled CSV. Stored values keep all their digits.
 */
export interface NumberFormat {
  /**
   * `percent`, which shows 0.43 as 43%, or the code of a currency (ISO 4217), such as `EUR`.
   */
  unit?: string;
  /**
   * How many digits follow the decimal sign; otherwise as many as needed, or as the currency has.
   */
  decimals?: number;
  /**
   * Whether thousands are separated.
   */
  thousands?: boolean;
}
