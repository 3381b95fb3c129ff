/** The lines of a response that are not empty, as they arrive. */
export async function* linesOf({ body }: Response): AsyncGenerator<string, void, undefined> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) break;
      const lines = (rest + value).split('\n');
      rest = lines.pop()!;
      yield* lines.filter((line) => line !== '');
    }
    if (rest !== '') yield rest;
  } finally {
    // Who stops reading wants no more of it.
    await reader?.cancel();
  }
}
