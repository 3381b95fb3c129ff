import { useQuery } from '@tanstack/react-query';
import type { InstalledConnector, LinkedAccount, WorkflowDraft, WorkflowSample } from '@tallyhook/schemas/api';
import { createContext, useContext } from 'react';
import { call } from '../api/call.ts';
import { useReports, useTypes, useWorkflows } from '../api/queries.ts';
import { usePlace } from '../place.tsx';
import type { EditedWorkflow } from './tree.ts';

/** What the fields of the builder offer. */
export interface BuilderData {
  connectors: readonly InstalledConnector[];
  accounts: readonly LinkedAccount[];
  reports: readonly { id: string; name: string }[];
  types: NonNullable<ReturnType<typeof useTypes>['data']>;
  workflows: NonNullable<ReturnType<typeof useWorkflows>['data']>;
  sample: WorkflowSample;
}

export const BuilderDataContext = createContext<BuilderData | undefined>(undefined);

/** The data of the builder around a field. */
export function useBuilderData(): BuilderData {
  const data = useContext(BuilderDataContext);
  if (data === undefined) throw new Error('a field of the builder is outside of it');
  return data;
}

/** The record types as options of a choice. */
export const typesOf = ({ types }: Pick<BuilderData, 'types'>): { value: string; label: string }[] =>
  types.map(({ name, plural, label }) => ({ value: name, label: plural ?? label ?? name }));

const listenEveryMs = 1_500;
const noSample: WorkflowSample = { from: null, trigger: {}, steps: {} };

/**
 * The values of the last run or event, or of a chosen delivery, read again when the saved draft starts with something
 * else. While it listens, it looks for newer ones.
 */
export function useSample(
  { workflowId, definition }: WorkflowDraft,
  { delivery, isListening }: { delivery: string | undefined; isListening: boolean },
): { sample: WorkflowSample; isCurrent: boolean } {
  const place = usePlace();
  const { trigger } = definition as EditedWorkflow;
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['workflow-sample', place, workflowId, JSON.stringify(trigger), delivery],
    queryFn: ({ signal }) =>
      call(place, 'GET /api/workflows/:id/sample', { path: { id: workflowId }, query: { delivery }, signal }),
    placeholderData: (before) => before,
    refetchInterval: isListening && listenEveryMs,
  });
  return { sample: data ?? noSample, isCurrent: data !== undefined && !isPlaceholderData };
}

/** Loads what the builder offers; undefined until all of it is there. */
export function useLoadBuilderData(): { data: Omit<BuilderData, 'sample'> | undefined; error: unknown } {
  const place = usePlace();
  const connectors = useQuery({
    queryKey: ['installed-connectors', place.workspace],
    queryFn: ({ signal }) => call(place, 'GET /api/installed-connectors', { signal }),
  });
  const accounts = useQuery({
    queryKey: ['accounts', place.workspace],
    queryFn: ({ signal }) => call(place, 'GET /api/accounts', { signal }),
  });
  const reports = useReports();
  const types = useTypes();
  const workflows = useWorkflows();
  const error = [connectors, accounts, reports, types, workflows].find((one) => one.error !== null)?.error;
  if (!connectors.data || !accounts.data || !reports.data || !types.data || !workflows.data)
    return { data: undefined, error };
  return {
    data: {
      ...{ connectors: connectors.data, accounts: accounts.data, reports: reports.data },
      ...{ types: types.data, workflows: workflows.data },
    },
    error,
  };
}
