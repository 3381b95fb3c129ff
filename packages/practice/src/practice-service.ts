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
  /** Every request that reached the service, the admin ones left out. */
  log: readonly { method: string; path: string; status: number | null; headers: Record<string, string> }[];
  /** Everything that was made, by kind. */
  kept(): Record<string, unknown[]>;
  clear(): void;
  /** Sets what goes wrong; throws a TypeError for what cannot. */
  setFaults(faults: readonly string[]): void;
  /** Delivers events as the vendor does; throws where it delivers none. */
  deliver(order: DeliveryOrder): Promise<DeliveryAttempt[]>;
  /** Ends the access tokens that its sign-in has handed out. */
  endTokens(): void;
}

export interface PracticeService extends AnyPracticeService {
  log: readonly LoggedRequest[];
  comments(): readonly GithubComment[];
  /** Each of the next requests meets one fault of the list, in order; then all goes well again. */
  setFaults(faults: readonly Fault[]): void;
}

export interface YoutubePractice extends AnyPracticeService {
  log: readonly UploadRequest[];
  sessions(): SessionSummary[];
  videos(): ReturnType<PlayedYoutube['videos']>;
}

export interface PracticeOptions {
  /** 0 takes any free port. */
  port: number;
  /** The one token the service always knows. */
  token?: string;
  /** How many bytes a second are taken from one request to youtube, so that an upload can be watched. */
  paceBytesPerSecond?: number | undefined;
  /** Where youtube keeps its uploads, so that a process that comes after goes on with them; in memory without it. */
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

/** Starts a stand-in of another company's service on the loopback address. */
export function createPracticeService(options: PracticeOptions & { service: 'github' }): Promise<PracticeService>;
export function createPracticeService(options: YoutubePracticeOptions): Promise<YoutubePractice>;
export function createPracticeService(options: PracticeOptions & { service: ServiceName }): Promise<AnyPracticeService>;
export async function createPracticeService(
  options: PracticeOptions & { service: ServiceName },
): Promise<AnyPracticeService> {
  const { service, port, token = practiceToken, paceBytesPerSecond, folder } = options;
  const access = createAccessList(token);
  if (service === 'youtube') {
    const youtube = createYoutube({ token, paceBytesPerSecond, folder });
    return { ...(await start(youtube, port)), sessions: youtube.sessions, videos: youtube.videos } as YoutubePractice;
  }
  if (service === 'vimeo') return start(createVimeo(access), port);
  if (service !== 'github') return start(playWhole(service, access), port);
  const github = playGithub(access);
  const played = { ...playWholeRequests(github), ...beside('github', access) };
  return { ...(await start(played, port)), comments: github.comments } as PracticeService;
}

function playWhole(service: WholeServiceName, access: AccessList): PlayedService {
  return { ...playWholeRequests(wholeServices[service].make(access)), ...beside(service, access) };
}

/** What a service does beside answering. */
function beside(service: WholeServiceName, access: AccessList): Pick<PlayedService, 'deliver' | 'endTokens'> {
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
    deliver: played.deliver ?? (() => Promise.reject(new TypeError('this service delivers nothing'))),
    endTokens: played.endTokens ?? (() => undefined),
  };
}

function setFaults({ faults }: PlayedService, wanted: readonly string[]): void {
  const read = faults.read(wanted);
  if (read === null) throw new TypeError(`faults are written ${faults.forms.join(', ')}`);
  faults.set(read);
}
