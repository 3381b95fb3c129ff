import type { ImportProgress } from '@tallyhook/schemas/api';

export type StepReporter = (rows: number, bytes: number) => void;

const everyMs = 200;
/** Where each step begins and ends in the whole; the rest is for making the records visible. */
const shares = { reading: [0, 25], writing: [25, 99] } as const;

/** Creates the reporters of the steps; together they report at most five times a second. */
export function createProgress(
  onProgress: ((progress: ImportProgress) => void) | undefined,
  sizeBytes: number | undefined,
): (step: ImportProgress['step']) => StepReporter {
  let reportedAt = -everyMs;
  return (step) => {
    const beganAt = performance.now();
    const [begin, end] = shares[step];
    let rows = 0;
    return (more, bytes) => {
      rows += more;
      const now = performance.now();
      if (!onProgress || now - reportedAt < everyMs) return;
      reportedAt = now;
      const part = sizeBytes ? Math.min(1, bytes / sizeBytes) : undefined;
      const percent = part === undefined ? null : Math.floor(begin + (end - begin) * part);
      const seconds = Math.max((now - beganAt) / 1000, 0.001);
      onProgress({ step, rows, percent, rowsPerSecond: Math.round(rows / seconds) });
    };
  };
}
