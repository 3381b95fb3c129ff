export interface NumberLimits {
  isWhole?: boolean;
  min?: number;
  max?: number;
}

/** A typed number, or why the text is not one; neither if the text is empty. */
export type TypedNumber = { number?: undefined; problem?: string } | { number: number; problem?: undefined };

const form = /^[-+]?(?:\d+|[1-9]\d{0,2}(?:,\d{3})+|(?=\.\d))(?:\.\d*)?(?:e[-+]?\d+)?$/i;

/**
 * Parses `-3`, `0.5`, `1,500.25` and `1e3`. Never drops characters to make a text parse: that would give a different
 * number.
 */
export function readNumber(typed: string, limits: NumberLimits = {}): TypedNumber {
  const text = typed.trim();
  if (text === '') return {};
  if (!form.test(text)) return { problem: decimalComma(text, limits) ?? wanted(limits) };
  const digits = text.replaceAll(',', '');
  const number = Number(digits);
  const { isWhole = false, min = -Infinity, max = Infinity } = limits;
  if (number < min || number > max || (isWhole && !Number.isInteger(number))) return { problem: wanted(limits) };
  if (!isKept(digits, number)) return { problem: 'This number has too many digits' };
  return { number };
}

/** The text typed into a field, and the number it was read as. */
export interface TypedText {
  text: string;
  value: number | undefined;
}

/** The text a field shows: as typed, until the value changes some other way. */
export function shownNumber(typed: TypedText | undefined, value: number | undefined): string {
  return typed !== undefined && typed.value === value ? typed.text : String(value ?? '');
}

/** Adds or subtracts one. Avoids binary rounding noise such as 1.1 - 1. */
export function stepNumber(value: number | undefined, by: 1 | -1): string {
  return String(Number(((value ?? -by) + by).toPrecision(15)));
}

/** Whether a number keeps all typed digits; very long, large or small numbers lose some. */
function isKept(text: string, number: number): boolean {
  const figures = figuresOf(text);
  if (figures === '') return true;
  return Number.isFinite(number) && figures.length <= 100 && figuresOf(number.toPrecision(figures.length)) === figures;
}

function figuresOf(text: string): string {
  const digits = text.replace(/e.*$/i, '').replaceAll(/[-+.]/g, '');
  return digits.replace(/^0+/, '').replace(/0+$/, '');
}

function decimalComma(text: string, limits: NumberLimits): string | undefined {
  if (limits.isWhole === true || !/^[-+]?[\d.]*,\d+$/.test(text)) return undefined;
  const meant = text.replaceAll('.', '').replace(',', '.');
  return form.test(meant) ? `Use a decimal point: ${meant}` : undefined;
}

function wanted({ isWhole = false, min, max }: NumberLimits): string {
  if (min === undefined || max === undefined) return isWhole ? 'Type a whole number' : 'Type a number';
  const [from, to] = [min, max].map((limit) => limit.toLocaleString('en'));
  return `Type a ${isWhole ? 'whole ' : ''}number from ${from} to ${to}`;
}
