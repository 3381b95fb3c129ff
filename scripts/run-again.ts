/** A test that ran: the folder of its workspace and its file there. A failure outside the tests has no file. */
export interface Ran {
  folder: string;
  file?: string;
}

/** A test that failed, or the run of a workspace. */
export interface Failure extends Ran {
  title: string;
  message: string;
}

export interface TestResult {
  passed: Ran[];
  failures: Failure[];
  /** Failures that passed when their file ran again. */
  unsteady: Failure[];
}

/** More failing files than this are no coincidence. */
const maxFiles = 3;

/**
 * Reruns the files with failed tests once, alone, if they are few. If a file passes then, its failures move from
 * `failures` to `unsteady`, to be shown and fixed: with thousands of tests on real engines an occasional hiccup of the
 * machine must not hide the other results.
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
  if (files.size > maxFiles) return;
  for (const { folder, file } of files.values()) {
    const again = await runFile(folder, file);
    if (again.failures.length > 0) continue;
    const isOfFile = (ran: Ran) => ran.folder === folder && ran.file === file;
    result.unsteady.push(...result.failures.filter(isOfFile));
    result.failures = result.failures.filter((failure) => !isOfFile(failure));
    result.passed = [...result.passed.filter((ran) => !isOfFile(ran)), ...again.passed];
  }
}
