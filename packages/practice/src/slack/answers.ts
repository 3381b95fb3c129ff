import type { PracticeAnswer, PracticeRequest } from '../exchange.ts';
import { type Fields, readForm, readJson, typeOf } from '../read-body.ts';

/** Slack's success. */
export function fine(fields: Fields = {}): PracticeAnswer {
  return { status: 200, body: { ok: true, ...fields } };
}

/** Slack's refusal, which is a 200 too. */
export function fail(error: string): PracticeAnswer {
  return { status: 200, body: { ok: false, error } };
}

/** The arguments of a method that takes JSON or a form; Slack does not look into a body of any other type. */
export function readArguments(request: PracticeRequest): Fields {
  return readJson(request) ?? readForm(request) ?? {};
}

/** The arguments of one of the older methods, which overlook JSON. */
export function readFormArguments(request: PracticeRequest): Fields {
  return typeOf(request) === 'application/json' ? {} : (readForm(request) ?? Object.fromEntries(request.query));
}
