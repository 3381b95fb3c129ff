/** How a person's language writes numbers and days. */
export interface LocalForms {
  decimal: string;
  /** Characters that group digits. */
  groups: readonly string[];
  /** The order of the parts of a day in numbers. */
  dayOrder: readonly string[];
}

/** Spaces and apostrophes that people type for those that languages use. */
const alike = [' ', '\u00A0', '\u202F', "'", '’'];
const known = new Map<string, LocalForms>();

/** The forms of the first of some languages; by default of those of the browser. */
export function localForms(languages: readonly string[] = navigator.languages): LocalForms {
  const key = languages.join();
  const found = known.get(key);
  if (found) return found;
  const parts = new Intl.NumberFormat([...languages]).formatToParts(1_234_567.5);
  const sign = (type: string) => parts.find((part) => part.type === type)?.value;
  const group = sign('group') ?? ' ';
  const day = new Intl.DateTimeFormat([...languages]).formatToParts(0);
  const forms = {
    decimal: sign('decimal') ?? '.',
    groups: alike.includes(group) ? alike : [group],
    dayOrder: day.map(({ type }) => type).filter((type) => ['day', 'month', 'year'].includes(type)),
  };
  known.set(key, forms);
  return forms;
}

/** A number as its language writes it, such as `1.234,50`, in the form `1234.50`; other texts are unchanged. */
export function plainNumber(text: string, { decimal, groups }: LocalForms): string {
  const [whole, fraction, ...rest] = text.split(decimal);
  if (whole === undefined || rest.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return text;
  const digits = groups.reduce((left, group) => left.replaceAll(group, ','), whole);
  if (!/^[-+]?(\d+|\d{1,3}(,\d{3})+)$/.test(digits)) return text;
  const plain = digits.replaceAll(',', '');
  return fraction === undefined ? plain : `${plain}.${fraction}`;
}

/** A day in numbers, such as `25.11.2026`, as `YYYY-MM-DD`; undefined for other texts. */
export function plainDay(text: string, { dayOrder }: LocalForms): string | undefined {
  const [, ...numbers] = /^(\d{1,4})[./-]\s?(\d{1,2})[./-]\s?(\d{1,4})\.?$/.exec(text) ?? [];
  const partOf = (type: string) => numbers[dayOrder.indexOf(type)] ?? '';
  const [year, month, date] = [partOf('year'), partOf('month').padStart(2, '0'), partOf('day').padStart(2, '0')];
  const day = `${year}-${month}-${date}`;
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00Z`) : NaN;
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? undefined : day;
}
