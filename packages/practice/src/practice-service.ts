import { deliver, type DeliveryAttempt, type DeliveryOrder } from './deliveries/deliver.ts';
import type { PlayedService } from './exchange.ts';
import type { Fault } from './faults.ts';
import type { GithubComment } from './github/github.ts';
import { type LoggedRequest, playWholeRequests } from './play-whole-requests.ts';
import { type RunningService, servePractice } from './serve.ts';
import { playGithub, type WholeServiceName, wholeServices } from './services.ts';
import { type AccessList, createAccessList } from './sign-in/access-list.ts';
import type { UploadRequest } from './uploads/request-log.ts';
import { createVimeo } from './vimeo/vimeo.ts';
import type { SessionSummary } from './youtube/sessions.ts';
import { createYoutube, type PlayedYoutube } from './youtube/youtube.ts';

/** A stand-in of any service. */
export interface AnyPracticeService extends RunningService {
  /** Every request that reached the service, except admin requests. */
  log: readonly { method: string; path: string; status: number | null; headers: Record<string, string> }[];
  /** Everything that was created, by kind. */
  kept(): Record<string, unknown[]>;
  clear(): void;
  /**
   * Sets the faults.
   * @throws TypeError for an unknown fault
   */
  setFaults(faults: readonly string[]): void;
  /** Delivers events as the vendor does. Throws if it delivers none. */
  deliver(order: DeliveryOrder): Promise<DeliveryAttempt[]>;
  /** Expires the access tokens that its sign-in has issued. */
  endTokens(): void;
}

export interface PracticeService extends AnyPracticeService {
  log: readonly LoggedRequest[];
  comments(): readonly GithubComment[];
  /** Each of the next requests meets one fault of the list, in order. Later requests meet none. */
  setFaults(faults: readonly Fault[]): void;
}

export interface YoutubePractice extends AnyPracticeService {
  log: readonly UploadRequest[];
  sessions(): SessionSummary[];
  videos(): ReturnType<PlayedYoutube['videos']>;
}

export interface PracticeOptions {
  /** 0 for any free port. */
  port: number;
  /** A token that the service always accepts. */
  token?: string;
  /** A token that it accepts until `endTokens`. */
  endingToken?: string;
  /** Bytes per second that youtube takes from one request, so that an upload can be watched. */
  paceBytesPerSecond?: number | undefined;
  /** Where youtube keeps its uploads across restarts. Default: in memory. */
  folder?: string | undefined;
}

export type YoutubePracticeOptions = PracticeOptions & { service: 'youtube' };

export const practiceToken = 'practice-token';

export type ServiceName = WholeServiceName | 'vimeo' | 'youtube';

/** The names of all stand-ins. */
export const serviceNames = [...(Object.keys(wholeServices) as WholeServiceName[]), 'vimeo', 'youtube'] as const;

export function isServiceName(name: string): name is ServiceName {
  return (serviceNames as readonly string[]).includes(name);
}

/** Starts a stand-in for another company's service on the loopback address. */
export function createPracticeService(options: PracticeOptions & { service: 'github' }): Promise<PracticeService>;
export function createPracticeService(options: YoutubePracticeOptions): Promise<YoutubePractice>;
export function createPracticeService(options: PracticeOptions & { service: ServiceName }): Promise<AnyPracticeService>;
export async function createPracticeService(
  options: PracticeOptions & { service: ServiceName },
): Promise<AnyPracticeService> {
  const { service, port, token = practiceToken, endingToken, paceBytesPerSecond, folder } = options;
  const access = createAccessList(token, endingToken);
  if (service === 'youtube') {
    const youtube = createYoutube({ token, paceBytesPerSecond, folder });
    return { ...(await start(youtube, port)), sessions: youtube.sessions, videos: youtube.videos } as YoutubePractice;
  }
  if (service === 'vimeo') return start(createVimeo(access), port);
  if (service !== 'github') return start(playWhole(service, access), port);
  const github = playGithub(access);
  const played = { ...playWholeRequests(github), ...extrasOf('github', access) };
  return { ...(await start(played, port)), comments: github.comments } as PracticeService;
}

function playWhole(service: WholeServiceName, access: AccessList): PlayedService {
  return { ...playWholeRequests(wholeServices[service].make(access)), ...extrasOf(service, access) };
}

/** The functions of a service besides answering requests. */
function extrasOf(service: WholeServiceName, access: AccessList): Pick<PlayedService, 'deliver' | 'endTokens'> {
  const known = wholeServices[service];
  const delivers = 'deliveries' in known && { deliver: (order: DeliveryOrder) => deliver(known.deliveries, order) };
  return { ...delivers, endTokens: access.expire };
}

async function start(played: PlayedService, port: number): Promise<AnyPracticeService> {
  return {
    ...(await servePractice(played, port)),
    log: played.log as AnyPracticeService['log'],
    kept: played.kept,
    clear: played.clear,
    setFaults: (faults) => setFaults(played, faults),
    deliver: played.deliver ?? (() => Promise.reject(new TypeError('this service sends no deliveries'))),
    endTokens: played.endTokens ?? (() => undefined),
  };
}

function setFaults({ faults }: PlayedService, wanted: readonly string[]): void {
  const read = faults.read(wanted);
  if (read === null) throw new TypeError(`each fault must have one of these forms: ${faults.forms.join(', ')}`);
  faults.set(read);
}
