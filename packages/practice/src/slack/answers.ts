import type { PracticeAnswer, PracticeRequest } from '../exchange.ts';
import { type Fields, readForm, readJson, typeOf } from '../read-body.ts';

/** Slack's success answer. */
export function fine(fields: Fields = {}): PracticeAnswer {
  return { status: 200, body: { ok: true, ...fields } };
}

/** Slack's refusal, which also has status 200. */
export function fail(error: string): PracticeAnswer {
  return { status: 200, body: { ok: false, error } };
}

/** The arguments of a method that takes JSON or a form. Slack ignores bodies of any other type. */
export function readArguments(request: PracticeRequest): Fields {
  return readJson(request) ?? readForm(request) ?? {};
}

/** The arguments of an older method, which ignores JSON. */
export function readFormArguments(request: PracticeRequest): Fields {
  return typeOf(request) === 'application/json' ? {} : (readForm(request) ?? Object.fromEntries(request.query));
}
