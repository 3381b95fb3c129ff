/** The lines of a response that are not empty, as they arrive. */
export async function* linesOf({ body }: Response): AsyncGenerator<string, void, undefined> {
  if (body === null) return;
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    yield* lines.filter((line) => line !== '');
  }
  if (rest !== '') yield rest;
}
