export { createPracticeService, practiceToken } from './practice-service.ts';
export type { LoggedRequest, PracticeOptions, PracticeService } from './practice-service.ts';
export { faultKinds } from './faults.ts';
export type { Fault } from './faults.ts';
export type { GithubComment } from './github/github.ts';
