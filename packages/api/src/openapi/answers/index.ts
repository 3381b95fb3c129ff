import type { RecordType } from '@tallyhook/schemas';
import { connectorAnswers } from './connectors.ts';
import { protocolAnswers } from './protocols.ts';
import { recordAnswers } from './records.ts';
import { reportAnswers } from './reports.ts';
import { workflowAnswers } from './workflows.ts';
import { workspaceAnswers } from './workspaces.ts';

/** The schemas of what the routes answer, besides those that have a file in schemas/. */
export const describeAnswers = (types: readonly RecordType[] | undefined): Record<string, object> => ({
  ...recordAnswers(types),
  ...reportAnswers,
  ...workspaceAnswers,
  ...connectorAnswers,
  ...workflowAnswers,
  ...protocolAnswers,
});
