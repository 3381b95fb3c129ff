const reportEveryMs = 300;

/** Reports now and then how many records a merge or revert has looked at. */
export function reportLooked(report: (progress: { looked: number }) => void): (looked: number) => void {
  let reportedAt = 0;
  return (looked) => {
    if (performance.now() - reportedAt < reportEveryMs) return;
    reportedAt = performance.now();
    report({ looked });
  };
}
