import type { RecordType } from '@tallyhook/schemas';
import { abilities, roles, type ApiKey, type BranchSummary, type Person, type Workspace } from '@tallyhook/store';
import type { SessionDescription, WorkspaceDescription } from '../../describe-session.ts';
import * as part from './parts.ts';

const { componentRef, listOf, objectOf, oneOf } = part;
const role = oneOf(Object.keys(roles));
const person = { id: part.id, email: part.text, name: part.text };
const calendar = {
  timezone: part.text,
  weekStart: componentRef('Question/properties/weekStart'),
};
const workspace = { id: part.id, name: part.text, createdAt: part.moment, ...calendar };
const declared = (key: string) => componentRef(`App/$defs/recordType/properties/${key}`);

const apiKey = {
  id: part.id,
  workspaceId: part.id,
  branchId: part.id,
  branch: part.text,
  name: part.text,
  access: oneOf(['read', 'write']),
  prefix: part.text,
  createdAt: part.moment,
  createdBy: part.text,
  lastUsedAt: part.orNull(part.moment),
};

/** The answers about who may do what where: sessions, workspaces, branches with their types, members and keys. */
export const workspaceAnswers = {
  Session: objectOf<SessionDescription>({
    person: objectOf<Person>(person),
    workspaces: listOf(componentRef('Workspace')),
  }),
  Workspace: objectOf<WorkspaceDescription>({
    id: part.id,
    name: part.text,
    role,
    abilities: listOf(oneOf(abilities)),
    branches: listOf(part.text),
    ...calendar,
  }),
  ChangedWorkspace: objectOf<Workspace>(workspace),
  NewWorkspace: objectOf<Workspace & { role: string; branches: string[] }>({
    ...workspace,
    role,
    branches: listOf(part.text),
  }),
  Branch: objectOf<BranchSummary>(
    { id: part.id, name: part.text, createdAt: part.moment, createdBy: part.text, from: part.text },
    ['from'],
  ),
  NewBranch: objectOf<{ id: string; name: string; from: string }>({ id: part.id, name: part.text, from: part.text }),
  Member: objectOf<{ personId: string; email: string; name: string; role: string }>({
    personId: part.id,
    email: part.text,
    name: part.text,
    role,
  }),
  ApiKey: objectOf<ApiKey>(apiKey),
  NewApiKey: objectOf<ApiKey & { key: string }>({
    ...apiKey,
    key: { type: 'string', description: 'The key itself, which is shown nowhere else.' },
  }),
  RecordType: objectOf<RecordType>({
    name: declared('name'),
    label: declared('label'),
    plural: declared('plural'),
    app: { type: 'string', description: 'The app that brings the type; `workspace` for one of the workspace’s own.' },
    offered: part.yesNo,
    labelField: declared('labelField'),
    fields: declared('fields'),
  }),
};
