import { hasTooManyDigits, kindOfCell } from './cell-kinds.ts';
import type { ToldCell } from './column-profile.ts';
import type { DateOrder, DecimalSign } from './import-options.ts';
import { createRewrite } from './written-forms.ts';

/** The forms that the person named. */
export interface NamedForms {
  dates?: DateOrder | undefined;
  decimals?: DecimalSign | undefined;
}

/** What a text looks like that is not read as a date or a number, and what can be done about it. */
export interface Look {
  looksLike: 'date' | 'number' | 'code';
  /** Follows the text in a sentence. */
  hint: string;
}

/** Finds out why a cell is a text though it may be a date or a number; undefined for any other text. */
export function lookOf({ written, cell }: ToldCell, { dates, decimals }: NamedForms): Look | undefined {
  const text = written.trim();
  return codeLook(cell) ?? dateLook(text, dates) ?? numberLook(text, decimals);
}

function codeLook(cell: string): Look | undefined {
  const code = (hint: string): Look => ({ looksLike: 'code', hint });
  if (/^-?0\d+(?:\.\d+)?$/.test(cell)) return code(': a code, not a number');
  if (hasTooManyDigits(cell)) return code(': more digits than a number can keep');
  if (/^\+\d[\d .,'()/-]*$/.test(cell)) return code(': a number would not keep its plus sign');
  return /^-?\d+\.$/.test(cell) ? code(': a number would not keep its point') : undefined;
}

const [day, time] = [String.raw`\d{1,2}[./-]\d{1,2}`, String.raw`(?:[ T]\d{1,2}:\d\d.*)?`];
const datePattern = new RegExp(String.raw`^(?:${day}[./-]\d{4}|\d{4}[./-]${day})${time}$`);
const shortYearPattern = new RegExp(String.raw`^(?:\d{1,2}[/-]\d{1,2}[/-]\d\d|\d\d\.\d\d\.\d\d)${time}$`);

function dateLook(text: string, named: DateOrder | undefined): Look | undefined {
  const date = (hint: string): Look => ({ looksLike: 'date', hint });
  if (shortYearPattern.test(text)) return date(', which may be a date: write its year with four digits');
  if (!datePattern.test(text)) return undefined;
  const isDate = (dates: DateOrder) => ['day', 'instant'].includes(kindOfCell(createRewrite({ dates })(text)));
  const orders = (['dmy', 'mdy', 'ymd'] as const).filter(isDate).join(' or ');
  if (named !== undefined) return date(`, which is not a date in the order ${named}${wouldRead(orders)}`);
  return date(
    orders === ''
      ? ', which looks like a date that the calendar does not have'
      : `, which may be a date: name the order of its parts, ${orders}`,
  );
}

const amount = String.raw`(?:\p{Sc} ?)?\d[\d.,' ]*(?: ?\p{Sc}| ?%)?`;
const numberPattern = new RegExp(`^-?${amount}$`, 'u');
const bracketedPattern = new RegExp(String.raw`^\(${amount}\)$`, 'u');

function numberLook(text: string, named: DecimalSign | undefined): Look | undefined {
  const number = (hint: string): Look => ({ looksLike: 'number', hint });
  if (bracketedPattern.test(text)) return number(', which may be a negative number: write it with a minus sign');
  if (!numberPattern.test(text) || !/[,%\p{Sc}]/u.test(text)) return undefined;
  const isNumber = (decimals: DecimalSign) => kindOfCell(createRewrite({ decimals })(text)) === 'number';
  const signs = (['point', 'comma'] as const).filter(isNumber).join(' or ');
  if (signs === '') return undefined;
  if (named !== undefined) return number(`, which is not a number with a decimal ${named}${wouldRead(signs)}`);
  return number(`, which may be a number: name its decimal sign, ${signs}`);
}

function wouldRead(others: string): string {
  return others === '' ? '' : `: ${others} would read it`;
}
