import { Problem } from '@tallyhook/schemas';

/** Applies `move` to every place that a problem names, including those in its message. */
export function moveMistakes(problem: Problem, move: (pointer: string) => string): Problem {
  const { code, message, members, retryAfterSeconds } = problem;
  const errors = problem.errors.map((error) =>
    error.pointer === undefined ? error : { ...error, pointer: move(error.pointer) },
  );
  const named = problem.errors[0]?.pointer;
  const detail =
    named !== undefined && message.startsWith(`${named}: `) ? move(named) + message.slice(named.length) : message;
  const retry = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return new Problem(code, detail, { errors, members, cause: problem, ...retry });
}
