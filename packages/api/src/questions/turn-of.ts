import type { Turn } from '@tallyhook/query';
import { startTurn } from '@tallyhook/store/questions';
import type { Response } from 'express';
import type { QuestionServices } from './question-services.ts';
import { leaveSignal } from '../leave-signal.ts';
import type { RouteRequest } from '../route.ts';

/** The time limit shared by a request's questions, counted from its arrival; it ends when the client leaves. */
export function turnOf(
  { arrivedAt }: Pick<RouteRequest, 'arrivedAt'>,
  response: Response,
  { questions }: Pick<QuestionServices, 'questions'>,
): Turn {
  return startTurn({ arrivedAt, limitMs: questions.deadlineMs, left: leaveSignal(response) });
}
