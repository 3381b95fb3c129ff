export { defineRoute } from './route.ts';
export type { Access } from './access.ts';
export type { Body, Route, RouteRequest } from './route.ts';
export type { ApiDependencies, HookRates, QuestionLimits, SignInRates } from './dependencies.ts';
export type { Caller, SignedIn } from './middleware/caller.ts';
