/** One test that ran: the folder of its workspace and its file there. What failed beside the tests has no file. */
export interface Ran {
  folder: string;
  file?: string;
}

/** A test that failed, or the run of a workspace that did. */
export interface Failure extends Ran {
  title: string;
  message: string;
}

export interface TestResult {
  passed: Ran[];
  failures: Failure[];
  /** What failed at first and not when its file ran again. */
  unsteady: Failure[];
}

/** More than that is no luck. */
const mostFiles = 3;

/**
 * Runs the files in which tests failed once more, alone, where they are few. Where all of a file pass then, its first
 * failures go from `failures` to `unsteady`, to be shown and mended: thousands of tests with real engines meet a bad
 * moment of a machine now and then, and that must not hide what the others say.
 */
export async function runAgain(
  result: TestResult,
  runFile: (folder: string, file: string) => Promise<Pick<TestResult, 'passed' | 'failures'>>,
): Promise<void> {
  const files = new Map<string, { folder: string; file: string }>();
  for (const { folder, file } of result.failures) {
    if (file === undefined) return;
    files.set(`${folder}/${file}`, { folder, file });
  }
  if (files.size > mostFiles) return;
  for (const { folder, file } of files.values()) {
    const again = await runFile(folder, file);
    if (again.failures.length > 0) continue;
    const isOfFile = (ran: Ran) => ran.folder === folder && ran.file === file;
    result.unsteady.push(...result.failures.filter(isOfFile));
    result.failures = result.failures.filter((failure) => !isOfFile(failure));
    result.passed = [...result.passed.filter((ran) => !isOfFile(ran)), ...again.passed];
  }
}
