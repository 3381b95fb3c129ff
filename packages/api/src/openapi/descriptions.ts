import type { ProblemCode } from '@tallyhook/schemas';
import type { RouteDescription } from './route-description.ts';

const question: readonly ProblemCode[] = ['invalid_question', 'query_timeout', 'too_many_requests', 'body_too_large'];
const revision: readonly ProblemCode[] = ['revision_conflict'];
const definition: readonly ProblemCode[] = ['revision_conflict', 'read_only'];

const unchanged = { 304: { description: 'The client holds the same already.', isEmpty: true } };
const csv = ['text/csv'];
const graphql = {
  otherTypes: ['application/graphql-response+json'],
  ownRefusals: { 400: 'GraphqlRefusal' },
};

/** Every route by its method and path; a test holds this list to that of the routes. */
export const descriptions: Record<string, RouteDescription> = {
  'GET /health': {
    summary: 'Whether every part of the service is ready.',
    answer: 'Health',
    ownRefusals: { 503: 'Health' },
  },
  'GET /api/openapi.json': {
    summary: 'This document; with a key or a branch, with the types of that branch.',
    answer: 'OpenApiDocument',
    also: unchanged,
    problems: ['sign_in_required', 'forbidden', 'not_found', 'too_many_requests'],
  },
  'GET /api/types.d.ts': {
    summary: 'The record types of the branch as TypeScript declarations for @tallyhook/client.',
    type: 'text/plain',
  },
  'POST /api/session': {
    summary: 'Signs a person in; the answer sets the session cookie.',
    answer: 'Session',
    problems: ['wrong_credentials', 'too_many_requests'],
  },
  'GET /api/session': { summary: 'Who is signed in, and in which workspaces they are.', answer: 'Session' },
  'DELETE /api/session': { summary: 'Signs out.', status: 204 },
  'GET /api/workspaces': { summary: 'The workspaces of the person.', answer: 'Workspace[]' },
  'POST /api/workspaces': { summary: 'Makes a workspace with a main branch.', answer: 'NewWorkspace', status: 201 },
  'PATCH /api/workspaces/:id': {
    summary: 'Renames a workspace, or changes the time zone and the day on which weeks begin, on every branch.',
    answer: 'ChangedWorkspace',
  },
  'GET /api/branches': { summary: 'The branches of the workspace.', answer: 'Branch[]' },
  'POST /api/branches': {
    summary: 'Makes a branch as a copy of another.',
    answer: 'NewBranch',
    status: 201,
    problems: ['already_exists', 'not_found'],
  },
  'DELETE /api/branches/:name': { summary: 'Deletes a branch with everything on it.', status: 204 },
  'GET /api/members': { summary: 'Who is in the workspace, and in which role.', answer: 'Member[]' },
  'POST /api/members': {
    summary: 'Adds a member or changes a role.',
    answer: 'Member',
    status: 201,
    problems: ['already_exists'],
  },
  'GET /api/keys': { summary: 'The API keys of the workspace, without the keys themselves.', answer: 'ApiKey[]' },
  'POST /api/keys': {
    summary: 'Makes an API key for one branch; it is shown this once.',
    answer: 'NewApiKey',
    status: 201,
  },
  'DELETE /api/keys/:id': { summary: 'Revokes an API key at once.', status: 204 },
  'GET /api/types': { summary: 'The record types of the branch.', answer: 'RecordType[]' },
  'POST /api/types': {
    summary: 'Defines a record type of the workspace’s own.',
    answer: 'RecordType',
    takes: 'App/$defs/recordType',
    status: 201,
    problems: ['already_exists', 'read_only', 'invalid_record'],
  },
  'GET /api/records': {
    summary: 'A page of the records of one type; with a filter, of those that it keeps.',
    answer: 'RecordPage',
    problems: ['invalid_question', 'query_timeout', 'body_too_large'],
  },
  'POST /api/records': { summary: 'Makes a record.', status: 201, answer: 'Record', problems: ['invalid_record'] },
  'POST /api/records/search': {
    summary: 'A page of the records of one type that a filter keeps, for filters too long for an address.',
    answer: 'RecordPage',
    problems: ['invalid_question', 'query_timeout'],
  },
  'GET /api/records/:id': { summary: 'One record.', answer: 'Record' },
  'PATCH /api/records/:id': {
    summary: 'Changes fields of a record, if nobody changed it since that revision.',
    answer: 'Record',
    problems: ['revision_conflict', 'invalid_record'],
  },
  'DELETE /api/records/:id': { summary: 'Deletes a record.', status: 204, problems: revision },
  'GET /api/changes': { summary: 'The change log of the branch from a number on.', answer: 'ChangeLog' },
  'POST /api/import': {
    summary: 'Imports a CSV file as records of one type.',
    answer: 'ImportResult',
    otherTypes: ['application/x-ndjson'],
    streams: 'text/csv',
    problems: ['invalid_import', 'unsupported_type', 'body_too_large'],
  },
  'GET /api/files': { summary: 'A page of the files of the branch.', answer: 'FilePage' },
  'POST /api/files': {
    summary: 'Stores a file: the body is its bytes.',
    answer: 'File',
    status: 201,
    streams: 'application/octet-stream',
    problems: ['unsupported_type', 'body_too_large'],
  },
  'GET /api/files/:id': {
    summary: 'The bytes of a file, or one range of them.',
    also: { 206: { description: 'One range of the bytes.' }, ...unchanged },
    type: 'application/octet-stream',
    problems: ['range_not_satisfiable'],
  },
  'GET /api/query': {
    summary: 'Asks a question of all records of one type.',
    otherTypes: csv,
    also: unchanged,
    answer: 'Answer',
    json: { q: 'AskedQuestion' },
    problems: [...question, 'invalid_json', 'not_acceptable'],
  },
  'POST /api/query': {
    summary: 'Asks a question with an API key; the body is the question. The method QUERY (RFC 10008) does the same.',
    takes: 'AskedQuestion',
    otherTypes: csv,
    also: unchanged,
    answer: 'Answer',
    problems: [...question, 'not_acceptable'],
  },
  'GET /api/query/fields': { summary: 'What can be asked about a record type.', answer: 'AskedType', also: unchanged },
  'GET /graphql': {
    summary: 'Runs a GraphQL query on the branch.',
    answer: 'GraphqlAnswer',
    ...graphql,
    problems: ['invalid_json', 'method_not_allowed'],
  },
  'POST /graphql': { summary: 'Runs a GraphQL operation on the branch.', answer: 'GraphqlAnswer', ...graphql },
  'POST /mcp': {
    summary: 'The Model Context Protocol: the tools query_records and describe_types.',
    answer: 'McpAnswer',
    also: { 202: { description: 'Notifications, which have no answer, were taken.', isEmpty: true } },
    ownRefusals: { 400: 'McpRefusal', 406: 'McpRefusal' },
  },
  'GET /api/reports': { summary: 'The reports of the branch.', answer: 'SavedReport[]' },
  'POST /api/reports': {
    summary: 'Saves a new report.',
    answer: 'SavedReport',
    status: 201,
    problems: ['invalid_question'],
  },
  'GET /api/reports/:id': { summary: 'One report.', answer: 'SavedReport' },
  'PATCH /api/reports/:id': {
    summary: 'Changes a report.',
    answer: 'SavedReport',
    problems: [...definition, 'invalid_question'],
  },
  'DELETE /api/reports/:id': { summary: 'Deletes a report.', status: 204, problems: definition },
  'POST /api/reports/:id/restore': {
    summary: 'Brings a deleted report back as it was, under its id.',
    answer: 'SavedReport',
    problems: ['read_only'],
  },
  'GET /api/reports/:id/answer': {
    summary: 'The answer to a report as it is saved.',
    otherTypes: csv,
    also: unchanged,
    answer: 'Answer',
    problems: [...question, 'not_acceptable'],
  },
  'GET /api/dashboards': { summary: 'The dashboards of the branch with their tiles.', answer: 'SavedDashboard[]' },
  'POST /api/dashboards': { summary: 'Makes an empty dashboard.', answer: 'SavedDashboard', status: 201 },
  'PATCH /api/dashboards/:id': { summary: 'Renames a dashboard.', answer: 'SavedDashboard', problems: definition },
  'DELETE /api/dashboards/:id': {
    summary: 'Deletes a dashboard; its reports stay.',
    status: 204,
    problems: definition,
  },
  'POST /api/dashboards/:id/restore': {
    summary: 'Brings a deleted dashboard back as it was, under its id.',
    answer: 'SavedDashboard',
    problems: ['read_only'],
  },
  'POST /api/dashboards/:id/tiles': {
    summary: 'Puts a report on a dashboard.',
    answer: 'SavedDashboard',
    status: 201,
    problems: definition,
  },
  'PATCH /api/dashboards/:id/tiles/:tile': {
    summary: 'Moves a tile or changes its width.',
    answer: 'SavedDashboard',
    problems: definition,
  },
  'DELETE /api/dashboards/:id/tiles/:tile': {
    summary: 'Takes a tile off; its report stays.',
    answer: 'SavedDashboard',
    problems: definition,
  },
  'GET /api/speed': {
    summary: 'The fields that reports filter on, what that took, and which have an index.',
    answer: 'Speed',
  },
  'PUT /api/speed/:type/:field': {
    summary: 'Switches the index of a field on or off.',
    answer: 'FieldSpeed',
    status: 202,
    problems: ['read_only'],
  },
  'GET /api/runs': { summary: 'The runs of workflows, the newest first.', answer: 'RunPage' },
  'GET /api/runs/:id': { summary: 'One run with its steps.', answer: 'Run' },
  'POST /api/runs/:id/cancel': {
    summary: 'Cancels a run, which ends as soon as the step in hand has stopped.',
    answer: 'CancelledRun',
    status: 202,
    problems: ['run_ended'],
  },
  'GET /api/connectors': { summary: 'The marketplace, and what the workspace has installed.', answer: 'ConnectorList' },
  'POST /api/connectors': {
    summary: 'Installs a connector.',
    answer: 'Installation',
    status: 201,
    problems: ['invalid_connector'],
  },
  'POST /api/connectors/builds': {
    summary: 'Installs a connector that is being written, for this workspace only.',
    answer: 'Installation',
    takes: 'ConnectorPackage',
    status: 201,
    problems: ['invalid_connector', 'already_exists'],
  },
  'POST /api/connectors/releases': {
    summary: 'Releases a connector package.',
    answer: 'Release',
    also: { 200: { description: 'With `dryRun`: what would be released; nothing was.', answer: 'ReleasePreview' } },
    takes: 'ConnectorPackage',
    status: 201,
    problems: ['invalid_connector', 'already_exists'],
  },
  'GET /api/accounts': { summary: 'The linked accounts, without their credentials.', answer: 'LinkedAccount[]' },
  'POST /api/accounts': {
    summary: 'Links an account of another service.',
    answer: 'LinkedAccount',
    status: 201,
    problems: ['invalid_account'],
  },
  'GET /api/workflows': { summary: 'The workflows of the branch.', answer: 'SavedWorkflow[]' },
  'POST /api/workflows': {
    summary: 'Saves a workflow.',
    status: 201,
    also: { 200: { description: 'A workflow that was there is saved.' } },
    answer: 'SavedWorkflow',
    problems: ['invalid_workflow', 'revision_conflict', 'read_only'],
  },
  'PATCH /api/workflows/:id/settings': {
    summary: 'Turns a workflow on or off, and chooses its accounts.',
    answer: 'WorkflowSettings',
    problems: ['invalid_workflow'],
  },
  'GET /api/deliveries': {
    summary: 'The deliveries that concern the workspace, the newest first.',
    answer: 'DeliveryPage',
  },
  'GET /hooks/:connector': {
    summary: 'Answers a service that proves the address with GET or HEAD, as the connector declares it.',
    type: '*/*',
    problems: ['invalid_request', 'not_found', 'method_not_allowed', 'too_many_requests'],
  },
  'OPTIONS /hooks/:connector': {
    summary:
      'Answers a service that proves the address with OPTIONS, as the connector declares it; else names the methods.',
    type: '*/*',
    also: { 204: { description: 'The connector declares none; the header Allow names the methods.', isEmpty: true } },
    problems: ['invalid_request', 'not_found', 'too_many_requests'],
  },
  'POST /hooks/:connector': {
    summary:
      'Receives a delivery of another service; kept first, then answered. Of several webhooks the connector finds the right one; `?webhook=<name>` names one.',
    type: '*/*',
    streams: 'application/json',
    problems: [
      'invalid_request',
      'not_found',
      'too_many_requests',
      'body_too_large',
      'unsupported_type',
      'request_timeout',
    ],
  },
};
