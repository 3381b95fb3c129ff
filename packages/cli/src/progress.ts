import type { Settings } from './settings.ts';

/** A progress line on standard error; nothing goes to standard output. */
export interface ProgressLine {
  /** Shows the text; without a terminal at most every two seconds, to keep logs short. */
  show(text: string): void;
  /** Ends the line. */
  end(): void;
}

const quietMs = 2_000;

/** In a terminal the line is overwritten; elsewhere each text is a separate line. */
export function createProgressLine({ errors }: Settings): ProgressLine {
  let shownAt = Date.now();
  let width = 0;
  if (errors.isTTY) {
    return {
      show: (text) => {
        errors.write(`\r${text.padEnd(width)}`);
        width = text.length;
      },
      end: () => {
        if (width > 0) errors.write('\n');
        width = 0;
      },
    };
  }
  return {
    show: (text) => {
      if (Date.now() - shownAt < quietMs) return;
      shownAt = Date.now();
      errors.write(`${text}\n`);
    },
    end: () => undefined,
  };
}
