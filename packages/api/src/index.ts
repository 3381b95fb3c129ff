export { defineRoute } from './route.ts';
export type { Access } from './access.ts';
export type { Body, Route, RouteRequest } from './route.ts';
export type { ApiDependencies } from './dependencies.ts';
export type { HookRates, QuestionLimits, SignInRates } from './parts.ts';
export type { Caller, SignedIn } from './caller.ts';
