import type { PlayedService } from './exchange.ts';
import type { Fault } from './faults.ts';
import { createGithub, type GithubComment } from './github/github.ts';
import { type LoggedRequest, playWholeRequests } from './play-whole-requests.ts';
import { type RunningService, servePractice } from './serve.ts';
import type { YoutubeRequest } from './youtube/request-log.ts';
import type { SessionSummary } from './youtube/sessions.ts';
import { createYoutube, type PlayedYoutube } from './youtube/youtube.ts';

export interface PracticeService extends RunningService {
  /** Every request that reached the service, the admin ones left out. */
  log: readonly LoggedRequest[];
  comments(): readonly GithubComment[];
  /** Each of the next requests meets one fault of the list, in order; then all goes well again. */
  setFaults(faults: readonly Fault[]): void;
}

export interface YoutubePractice extends RunningService {
  /** Every request that reached the service, the admin ones left out. */
  log: readonly YoutubeRequest[];
  sessions(): SessionSummary[];
  videos(): ReturnType<PlayedYoutube['videos']>;
  /** Sets what goes wrong, such as `piece@2:500:3`; throws a TypeError for anything else. */
  setFaults(faults: readonly string[]): void;
}

export interface PracticeOptions {
  /** 0 takes any free port. */
  port: number;
  /** The one token the service knows. */
  token?: string;
}

export interface YoutubePracticeOptions extends PracticeOptions {
  service: 'youtube';
  /** How many bytes a second are taken from one request, so that an upload can be watched. */
  paceBytesPerSecond?: number | undefined;
}

export const practiceToken = 'practice-token';

type GithubOptions = PracticeOptions & { service: 'github' };

/** Starts a stand-in of another company's service on the loopback address. */
export function createPracticeService(options: GithubOptions): Promise<PracticeService>;
export function createPracticeService(options: YoutubePracticeOptions): Promise<YoutubePractice>;
export function createPracticeService(
  options: GithubOptions | YoutubePracticeOptions,
): Promise<PracticeService | YoutubePractice>;
export function createPracticeService(
  options: GithubOptions | YoutubePracticeOptions,
): Promise<PracticeService | YoutubePractice> {
  return options.service === 'youtube' ? startYoutube(options) : startGithub(options);
}

async function startGithub({ port, token = practiceToken }: PracticeOptions): Promise<PracticeService> {
  const github = createGithub({ token });
  const played = playWholeRequests(github);
  return {
    ...(await servePractice(played, port)),
    log: played.log,
    comments: () => github.comments(),
    setFaults: (faults) => setFaults(played, faults),
  };
}

async function startYoutube(options: YoutubePracticeOptions): Promise<YoutubePractice> {
  const { port, token = practiceToken, paceBytesPerSecond } = options;
  const youtube = createYoutube({ token, paceBytesPerSecond });
  return {
    ...(await servePractice(youtube, port)),
    log: youtube.log,
    sessions: () => youtube.sessions(),
    videos: () => youtube.videos(),
    setFaults: (faults) => setFaults(youtube, faults),
  };
}

function setFaults({ faults }: PlayedService, wanted: readonly string[]): void {
  const read = faults.read(wanted);
  if (read === null) throw new TypeError(`faults are written ${faults.forms.join(', ')}`);
  faults.set(read);
}
