import type { fileTypeOf } from './file-type.ts';
import type { ImportChoices } from './send-import.ts';

/** How the file is written, as far as a person said. */
export type Reading = Pick<ImportChoices, 'delimiter' | 'encoding' | 'dates' | 'decimals'>;

const found = { value: '', label: 'Found by looking' };

interface ReadingOption {
  name: keyof Reading;
  label: string;
  data: { value: string; label: string }[];
}

/** What can be said about how a file is written. In JSON, only texts can be numbers or dates in another form. */
export function readingOptions(type: ReturnType<typeof fileTypeOf>): ReadingOption[] {
  return type === 'text/csv' ? options : options.filter(({ name }) => name === 'decimals' || name === 'dates');
}

const options: ReadingOption[] = [
  {
    name: 'delimiter',
    label: 'Between cells',
    data: [
      found,
      { value: ',', label: 'Comma' },
      { value: ';', label: 'Semicolon' },
      { value: 'tab', label: 'Tab' },
      { value: '|', label: 'Pipe' },
    ],
  },
  {
    name: 'encoding',
    label: 'Encoding',
    data: [
      { value: '', label: 'UTF-8' },
      { value: 'windows-1252', label: 'Western (windows-1252)' },
      { value: 'utf-16le', label: 'UTF-16' },
      { value: 'windows-1250', label: 'Central European (windows-1250)' },
      { value: 'windows-1251', label: 'Cyrillic (windows-1251)' },
      { value: 'shift_jis', label: 'Japanese (Shift_JIS)' },
      { value: 'gb18030', label: 'Chinese (GB18030)' },
    ],
  },
  {
    name: 'decimals',
    label: 'Numbers',
    data: [
      { value: '', label: '1234.56 only' },
      { value: 'comma', label: '1.234,56 € and 12 %' },
      { value: 'point', label: '$1,234.56 and 12%' },
    ],
  },
  {
    name: 'dates',
    label: 'Dates',
    data: [
      { value: '', label: '2026-12-31 only' },
      { value: 'dmy', label: '31.12.2026' },
      { value: 'mdy', label: '12/31/2026' },
      { value: 'ymd', label: '2026/12/31' },
    ],
  },
];
