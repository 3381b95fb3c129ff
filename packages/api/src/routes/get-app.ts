import { describeApp } from '../apps/describe-app.ts';
import { defineRoute } from '../route.ts';

export const getApp = defineRoute({
  method: 'get',
  path: '/api/apps/:app',
  access: 'read',
  summary: 'Tells what the newest version of an app brings, and how the branch has it.',
  answer: 'AppDetail',
  handler: (request, { store, now }) => describeApp(store, request.caller.branch, request.params.app, now()),
});
