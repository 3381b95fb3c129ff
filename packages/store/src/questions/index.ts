export { likelyShare } from './likely-share.ts';
export { readLabels } from './labels.ts';
export { choicesInUse } from './choices-in-use.ts';
export { questionTimedOut } from './question-timed-out.ts';
export { readPlan } from './read-plan.ts';
export type { ReadPlanOptions } from './read-plan.ts';
export { dropKeptAnswer, findKeptAnswer, forgetCount, keepAnswer, noteCount } from './kept-answers.ts';
export type { FoundAnswer } from './kept-answers.ts';
