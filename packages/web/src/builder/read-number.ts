export interface NumberLimits {
  isWhole?: boolean;
  least?: number;
  most?: number;
}

/** A number that was typed, or why it is none; neither where nothing was typed. */
export type TypedNumber = { number?: undefined; problem?: string } | { number: number; problem?: undefined };

const form = /^[-+]?(?:\d+|[1-9]\d{0,2}(?:,\d{3})+|(?=\.\d))(?:\.\d*)?(?:e[-+]?\d+)?$/i;

/** Reads `-3`, `0.5`, `1,500.25` and `1e3`. No sign of a text is left out to make it a number: it would be another one. */
export function readNumber(typed: string, limits: NumberLimits = {}): TypedNumber {
  const text = typed.trim();
  if (text === '') return {};
  if (!form.test(text)) return { problem: decimalComma(text, limits) ?? wanted(limits) };
  const digits = text.replaceAll(',', '');
  const number = Number(digits);
  const { isWhole = false, least = -Infinity, most = Infinity } = limits;
  if (number < least || number > most || (isWhole && !Number.isInteger(number))) return { problem: wanted(limits) };
  if (!isKept(digits, number)) return { problem: 'This number has too many digits' };
  return { number };
}

/** What was typed into a field, and the number it meant. */
export interface TypedText {
  text: string;
  value: number | undefined;
}

/** What a field shows: the text as it was typed, until something else changes the value. */
export function shownNumber(typed: TypedText | undefined, value: number | undefined): string {
  return typed !== undefined && typed.value === value ? typed.text : String(value ?? '');
}

/** One more or one less. In binary, 1.1 - 1 has more digits than either. */
export function stepNumber(value: number | undefined, by: 1 | -1): string {
  return String(Number(((value ?? -by) + by).toPrecision(15)));
}

/** Whether all digits are those of the number: few are, of those that are very long, very large or very small. */
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
  return form.test(meant) ? `Write ${meant} with a point` : undefined;
}

function wanted({ isWhole = false, least, most }: NumberLimits): string {
  if (least === undefined || most === undefined) return isWhole ? 'This is no whole number' : 'This is no number';
  const [from, to] = [least, most].map((limit) => limit.toLocaleString('en'));
  return `Type a ${isWhole ? 'whole ' : ''}number from ${from} to ${to}`;
}
