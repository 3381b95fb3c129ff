import type { ProblemDocument } from '@tallyhook/schemas';
import {
  routeAddress,
  type RouteCall,
  type RouteLine,
  type RouteName,
  type RoutePlace,
} from '@tallyhook/schemas/routes';
import type { PlaceSearch } from '../place.tsx';
import { Refusal, refusalFrom } from './send.ts';

type ProgressOf<Line> = Line extends { progress: infer Progress } ? Progress : never;
type ResultOf<Line> = Line extends { result: infer Result } ? Result : never;

interface AnyLine {
  progress?: unknown;
  result?: unknown;
  problem?: ProblemDocument;
}

/**
 * Calls a route that answers line by line, and reports its progress.
 * @throws Refusal
 */
export async function callInLines<Name extends RouteName>(
  place: Partial<PlaceSearch>,
  route: Name,
  wanted: RouteCall<Name>,
  onProgress: (progress: ProgressOf<RouteLine<Name>>) => void,
): Promise<ResultOf<RouteLine<Name>>> {
  const { method, address } = routeAddress(route, wanted as unknown as RoutePlace<Name>, place);
  const lost = new Refusal(
    'unreachable',
    "Tallyhook isn't responding. It may be restarting. Look before you repeat it.",
  );
  const response = await fetch(address, {
    method,
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json', Accept: 'application/x-ndjson, application/problem+json' },
    body: JSON.stringify(wanted.body),
  }).catch(() => Promise.reject(lost));
  const requestId = response.headers.get('X-Request-Id');
  const unexplained = `Tallyhook responded with status ${response.status} and gave no reason. Try again in a moment.`;
  if (!response.ok) {
    throw refusalFrom((await response.json().catch(() => null)) as ProblemDocument | null, { requestId, unexplained });
  }
  for await (const line of linesOf(response)) {
    const { progress, result, problem } = JSON.parse(line) as AnyLine;
    if (problem !== undefined) throw refusalFrom(problem, { requestId, unexplained });
    if (result !== undefined) return result as ResultOf<RouteLine<Name>>;
    onProgress(progress as ProgressOf<RouteLine<Name>>);
  }
  throw lost;
}

async function* linesOf({ body }: Response): AsyncGenerator<string> {
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }) as const);
    if (done) break;
    const lines = (rest + value).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== '') yield rest;
}
