import { useCallback, useState } from 'react';
import { useCountAgain } from '../api/queries.ts';
import type { ShownReport } from '../reports/shown-report.ts';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { useLatest } from '../shell/use-latest.ts';

/** Counts all reports of a dashboard again; `progress` is set while it does. */
export function useCountAll(name: string, reports: readonly ShownReport[]) {
  const countAgain = useCountAgain();
  const announce = useAnnounce();
  const [progress, setProgress] = useState<{ done: number; of: number }>();
  const latest = useLatest({ name, reports, countAgain, progress });

  const countAll = useCallback(async () => {
    const now = latest.current;
    if (now.progress !== undefined) return;
    let done = 0;
    let counted = 0;
    const of = now.reports.length;
    setProgress({ done, of });
    await Promise.all(
      now.reports.map(async (report) => {
        if ((await now.countAgain(report)) === 'counted') counted += 1;
        done += 1;
        setProgress({ done, of });
      }),
    );
    setProgress(undefined);
    announce(
      counted === of
        ? `${now.name} was counted again`
        : `${counted} of ${of} reports on ${now.name} were counted again`,
    );
  }, [announce, latest]);
  return { progress, countAll };
}
