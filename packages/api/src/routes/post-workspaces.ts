import { Problem } from '@tallyhook/schemas';
import { getPerson } from '@tallyhook/store/people';
import { createWorkspace } from '@tallyhook/store/workspaces';
import { describeSession } from '../describe-session.ts';
import { defineRoute } from '../route.ts';
import { checkWorkspace, unknownTimezones } from '../workspace-body.ts';

const notAllowed = {
  operators: 'Only operators of this installation can make workspaces: ask one of them.',
  owners: 'Only operators, and owners of a workspace, can make workspaces: ask one of them.',
  anyone: 'This person no longer exists. Sign in as somebody else.',
};

export const postWorkspaces = defineRoute({
  method: 'post',
  path: '/api/workspaces',
  access: 'person',
  summary: 'Creates a workspace with a main branch.',
  body: { json: 'NewWorkspace', alsoWrong: unknownTimezones },
  answer: 'CreatedWorkspace',
  status: 201,
  problems: ['forbidden'],
  async handler(request, deps) {
    const { store, now } = deps;
    const given = request.body;
    checkWorkspace(given);
    const person = await getPerson(store, request.signedIn.personId);
    if (person === undefined || !(await describeSession(deps, person)).canMakeWorkspaces)
      throw new Problem('forbidden', notAllowed[deps.newWorkspaces]);
    const workspace = await createWorkspace(store, { ...given, personId: request.signedIn.personId, now: now() });
    return { ...workspace, role: 'owner', branches: ['main'] };
  },
});
