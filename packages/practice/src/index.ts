export { createPracticeService, practiceToken } from './practice-service.ts';
export type { PracticeOptions, PracticeService, YoutubePractice, YoutubePracticeOptions } from './practice-service.ts';
export type { LoggedRequest } from './play-whole-requests.ts';
export { faultKinds } from './faults.ts';
export type { Fault } from './faults.ts';
export type { GithubComment } from './github/github.ts';
export type { YoutubeRequest } from './youtube/request-log.ts';
export type { SessionSummary, YoutubeVideo } from './youtube/sessions.ts';
