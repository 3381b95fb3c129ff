import type { Turn } from '@tallyhook/query';
import { startTurn } from '@tallyhook/store/questions';
import type { Response } from 'express';
import type { ApiDependencies } from '../dependencies.ts';
import { leaveSignal } from '../leave-signal.ts';
import type { RouteRequest } from '../route.ts';

/** The time of the questions of a request, counted from its arrival; it ends when the client leaves. */
export function turnOf(
  { arrivedAt }: Pick<RouteRequest, 'arrivedAt'>,
  response: Response,
  { questions }: Pick<ApiDependencies, 'questions'>,
): Turn {
  return startTurn({ arrivedAt, limitMs: questions.deadlineMs, left: leaveSignal(response) });
}
