import type { ProblemCode } from '@tallyhook/schemas';

/** What the document says of one route besides what its `Route` says. */
export interface RouteDescription {
  summary: string;
  /** The status of success; 200 if not given. 204 has no body. */
  status?: number;
  /** The component that the answer is, such as `Answer`; any JSON if not given. */
  answer?: string;
  /** The content type of the answer where it is not JSON. */
  type?: string;
  /** The content type of a body that is streamed. */
  streams?: string;
  /** Parameters that hold JSON, with their components. */
  json?: Record<string, string>;
  /** Refusals besides those that follow from the route: who may come, its parameters and its body. */
  problems?: readonly ProblemCode[];
}

const question: readonly ProblemCode[] = ['invalid_question', 'query_timeout', 'too_many_requests', 'body_too_large'];
const revision: readonly ProblemCode[] = ['revision_conflict'];
const definition: readonly ProblemCode[] = ['revision_conflict', 'read_only'];

/** Every route by its method and path; a test holds this list to that of the routes. */
export const descriptions: Record<string, RouteDescription> = {
  'GET /health': { summary: 'Whether every part of the service is ready.' },
  'GET /api/openapi.json': {
    summary: 'This document; with a key or a branch, with the types of that branch.',
    problems: ['sign_in_required', 'forbidden', 'not_found', 'too_many_requests'],
  },
  'GET /api/types.d.ts': {
    summary: 'The record types of the branch as TypeScript declarations for @tallyhook/client.',
    type: 'text/plain',
  },
  'POST /api/session': {
    summary: 'Signs a person in; the answer sets the session cookie.',
    problems: ['wrong_credentials', 'too_many_requests'],
  },
  'GET /api/session': { summary: 'Who is signed in, and in which workspaces they are.' },
  'DELETE /api/session': { summary: 'Signs out.', status: 204 },
  'GET /api/workspaces': { summary: 'The workspaces of the person.' },
  'POST /api/workspaces': { summary: 'Makes a workspace with a main branch.', status: 201 },
  'GET /api/branches': { summary: 'The branches of the workspace.' },
  'POST /api/branches': {
    summary: 'Makes a branch as a copy of another.',
    status: 201,
    problems: ['already_exists', 'not_found'],
  },
  'DELETE /api/branches/:name': { summary: 'Deletes a branch with everything on it.', status: 204 },
  'GET /api/members': { summary: 'Who is in the workspace, and in which role.' },
  'POST /api/members': { summary: 'Adds a member or changes a role.', status: 201, problems: ['already_exists'] },
  'GET /api/keys': { summary: 'The API keys of the workspace, without the keys themselves.' },
  'POST /api/keys': { summary: 'Makes an API key for one branch; it is shown this once.', status: 201 },
  'DELETE /api/keys/:id': { summary: 'Revokes an API key at once.', status: 204 },
  'GET /api/types': { summary: 'The record types of the branch.' },
  'POST /api/types': {
    summary: 'Defines a record type of the workspace’s own.',
    status: 201,
    problems: ['already_exists', 'read_only', 'invalid_record'],
  },
  'GET /api/records': {
    summary: 'A page of the records of one type.',
    problems: ['invalid_question', 'query_timeout'],
  },
  'POST /api/records': { summary: 'Makes a record.', status: 201, answer: 'Record', problems: ['invalid_record'] },
  'GET /api/records/:id': { summary: 'One record.', answer: 'Record' },
  'PATCH /api/records/:id': {
    summary: 'Changes fields of a record, if nobody changed it since that revision.',
    answer: 'Record',
    problems: ['revision_conflict', 'invalid_record'],
  },
  'DELETE /api/records/:id': { summary: 'Deletes a record.', status: 204, problems: revision },
  'GET /api/changes': { summary: 'The change log of the branch from a number on.' },
  'POST /api/import': {
    summary: 'Imports a CSV file as records of one type.',
    streams: 'text/csv',
    problems: ['invalid_import', 'unsupported_type', 'body_too_large'],
  },
  'GET /api/files': { summary: 'A page of the files of the branch.' },
  'POST /api/files': {
    summary: 'Stores a file: the body is its bytes.',
    status: 201,
    streams: 'application/octet-stream',
    problems: ['unsupported_type', 'body_too_large'],
  },
  'GET /api/files/:id': {
    summary: 'The bytes of a file, or one range of them.',
    type: 'application/octet-stream',
    problems: ['range_not_satisfiable'],
  },
  'GET /api/query': {
    summary: 'Asks a question of all records of one type.',
    answer: 'Answer',
    json: { q: 'AskedQuestion' },
    problems: [...question, 'invalid_json', 'not_acceptable'],
  },
  'POST /api/query': {
    summary: 'Asks a question with an API key; the body is the question.',
    answer: 'Answer',
    problems: [...question, 'not_acceptable'],
  },
  'GET /api/query/fields': { summary: 'What can be asked about a record type.' },
  'GET /graphql': {
    summary: 'Runs a GraphQL query on the branch.',
    problems: ['invalid_json', 'method_not_allowed'],
  },
  'POST /graphql': { summary: 'Runs a GraphQL operation on the branch.' },
  'POST /mcp': {
    summary: 'The Model Context Protocol: the tools query_records and describe_types.',
    problems: ['not_acceptable'],
  },
  'GET /api/reports': { summary: 'The reports of the branch.' },
  'POST /api/reports': { summary: 'Saves a new report.', status: 201, problems: ['invalid_question'] },
  'GET /api/reports/:id': { summary: 'One report.' },
  'PATCH /api/reports/:id': { summary: 'Changes a report.', problems: [...definition, 'invalid_question'] },
  'DELETE /api/reports/:id': { summary: 'Deletes a report.', status: 204, problems: definition },
  'POST /api/reports/:id/restore': {
    summary: 'Brings a deleted report back as it was, under its id.',
    problems: ['read_only'],
  },
  'GET /api/reports/:id/answer': {
    summary: 'The answer to a report as it is saved.',
    answer: 'Answer',
    problems: question,
  },
  'GET /api/dashboards': { summary: 'The dashboards of the branch with their tiles.' },
  'POST /api/dashboards': { summary: 'Makes an empty dashboard.', status: 201 },
  'PATCH /api/dashboards/:id': { summary: 'Renames a dashboard.', problems: definition },
  'DELETE /api/dashboards/:id': {
    summary: 'Deletes a dashboard; its reports stay.',
    status: 204,
    problems: definition,
  },
  'POST /api/dashboards/:id/restore': {
    summary: 'Brings a deleted dashboard back as it was, under its id.',
    problems: ['read_only'],
  },
  'POST /api/dashboards/:id/tiles': { summary: 'Puts a report on a dashboard.', status: 201, problems: definition },
  'PATCH /api/dashboards/:id/tiles/:tile': { summary: 'Moves a tile or changes its width.', problems: definition },
  'DELETE /api/dashboards/:id/tiles/:tile': { summary: 'Takes a tile off; its report stays.', problems: definition },
  'GET /api/speed': { summary: 'The fields that reports filter on, what that took, and which have an index.' },
  'PUT /api/speed/:type/:field': {
    summary: 'Switches the index of a field on or off.',
    status: 202,
    problems: ['read_only'],
  },
  'GET /api/runs': { summary: 'The runs of workflows, the newest first.' },
  'GET /api/runs/:id': { summary: 'One run with its steps.' },
  'GET /api/connectors': { summary: 'The marketplace, and what the workspace has installed.' },
  'POST /api/connectors': { summary: 'Installs a connector.', status: 201, problems: ['invalid_connector'] },
  'POST /api/connectors/releases': {
    summary: 'Releases a connector package.',
    status: 201,
    problems: ['invalid_connector', 'already_exists'],
  },
  'GET /api/accounts': { summary: 'The linked accounts, without their credentials.' },
  'POST /api/accounts': { summary: 'Links an account of another service.', status: 201, problems: ['invalid_account'] },
  'GET /api/workflows': { summary: 'The workflows of the branch.' },
  'POST /api/workflows': {
    summary: 'Saves a workflow; 201 for a new one.',
    problems: ['invalid_workflow', 'revision_conflict', 'read_only'],
  },
  'PATCH /api/workflows/:id/settings': {
    summary: 'Turns a workflow on or off, and chooses its accounts.',
    problems: ['invalid_workflow'],
  },
  'GET /api/deliveries': { summary: 'The deliveries that concern the workspace, the newest first.' },
  'POST /hooks/:connector': {
    summary: 'Receives a delivery of another service; kept first, then answered.',
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
