export { createPracticeService, practiceToken, serviceNames } from './practice-service.ts';
export type {
  AnyPracticeService,
  PracticeOptions,
  PracticeService,
  ServiceName,
  YoutubePractice,
  YoutubePracticeOptions,
} from './practice-service.ts';
export { playWholeRequests } from './play-whole-requests.ts';
export type { LoggedRequest } from './play-whole-requests.ts';
export { servePractice } from './serve.ts';
export type { RunningService } from './serve.ts';
export type { PlayedService, PracticeAnswer, PracticedService, PracticeRequest } from './exchange.ts';
export { faultKinds } from './faults.ts';
export type { Fault } from './faults.ts';
export { practiceSecret } from './deliveries/deliver.ts';
export type { DeliveryAttempt, DeliveryOrder } from './deliveries/deliver.ts';
export { createAccessList, practiceClient } from './sign-in/access-list.ts';
export type { AccessList } from './sign-in/access-list.ts';
export { signInPart } from './sign-in/sign-in-part.ts';
export type { NewTokens, SignInFault, SignInVendor } from './sign-in/vendor.ts';
export type { GithubComment } from './github/github.ts';
export type { UploadRequest } from './uploads/request-log.ts';
export type { SessionSummary, YoutubeVideo } from './youtube/sessions.ts';
