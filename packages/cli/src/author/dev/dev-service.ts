import type { ServerResponse } from 'node:http';
import { playWholeRequests, type PlayedService, type PracticeRequest } from '@tallyhook/practice';
import { createMockService, hideInRequest } from '../mock/mock-service.ts';
import { buildJson, buildText, type WatchedBuild } from './watched-build.ts';

/** A service whose build can be replaced while it runs. */
export interface DevService extends PlayedService {
  show(build: WatchedBuild): void;
}

/** Plays the last good build, and serves the folder's state at `/__dev` (page) and `/__dev/status` (JSON). */
export function createDevService(first: WatchedBuild): DevService {
  let build = first;
  let playing = play(first);
  return {
    show(next) {
      // Created records and pending faults are reset only when the build changes.
      if (next.good !== build.good) playing = play(next);
      build = next;
    },
    async handle(request, response) {
      const { pathname } = new URL(request.url ?? '/', 'http://dev');
      if (pathname === '/__dev/status') return send(response, 'application/json', JSON.stringify(buildJson(build)));
      if (pathname === '/__dev') return send(response, 'text/html; charset=utf-8', page(build));
      await playing.handle(request, response);
    },
    get log() {
      return playing.log;
    },
    kept: () => playing.kept(),
    endTokens: () => playing.endTokens?.(),
    clear: () => playing.clear(),
    faults: {
      get forms() {
        return playing.faults.forms;
      },
      read: (value) => playing.faults.read(value),
      set: (faults) => playing.faults.set(faults),
      waiting: () => playing.faults.waiting(),
    },
  };
}

function play({ good }: WatchedBuild): PlayedService {
  // Accounts linked during development outlive the build that issued their tokens.
  if (good !== undefined) return playWholeRequests(createMockService(good, { anyToken: true }));
  const hide = (request: PracticeRequest): PracticeRequest => hideInRequest(request, []);
  const nothing = { status: 503, body: { message: 'The connector does not compile yet: see /__dev.' } };
  return playWholeRequests({ hide, answer: () => nothing, kept: () => ({}), clear: () => undefined });
}

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}

function page(build: WatchedBuild): string {
  const text = buildText(build).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const name = build.good?.released.connector.id ?? build.now.folder;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="1"><title>${name.replaceAll('<', '&lt;')}: ${build.state}</title><h1>${build.state}</h1><pre>${text}</pre></html>`;
}
