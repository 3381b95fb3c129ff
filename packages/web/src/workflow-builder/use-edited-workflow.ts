import { useQueryClient } from '@tanstack/react-query';
import type { WorkflowDraft } from '@tallyhook/schemas/api';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import type { EditedWorkflow } from './tree.ts';
import { withKey } from './with-key.ts';

const saveAfterMs = 700;
const maxUndo = 100;

/** A workflow in the builder: its content, how it is saved, and steps back and forth. */
export interface EditedState {
  workflow: EditedWorkflow;
  draft: WorkflowDraft;
  /** The linked account for each account name. */
  accounts: Record<string, string>;
  chooseAccount: (name: string, accountId: string | undefined) => void;
  /** Changes the workflow; the draft is saved soon after. */
  change: (next: EditedWorkflow) => void;
  undo?: () => void;
  redo?: () => void;
  saving: 'saved' | 'waiting' | 'saving' | 'failed';
  error: unknown;
  /** Saves now, and resolves to the draft as saved; undefined if that failed. */
  save: () => Promise<WorkflowDraft | undefined>;
  /** Takes over a draft that was read again. */
  replace: (draft: WorkflowDraft) => void;
}

/** Keeps a draft: each change can be undone, and is saved by itself. */
export function useEditedWorkflow(loaded: WorkflowDraft): EditedState {
  const place = usePlace();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(loaded);
  const [workflow, setWorkflow] = useState(() => loaded.definition as EditedWorkflow);
  const [accounts, setAccounts] = useState(loaded.accounts);
  const [past, setPast] = useState<EditedWorkflow[]>([]);
  const [future, setFuture] = useState<EditedWorkflow[]>([]);
  const [saving, setSaving] = useState<EditedState['saving']>('saved');
  const [error, setError] = useState<unknown>();
  // The newest values, for saves that begin later.
  const latest = useRef({ workflow, accounts, version: draft.version, isDirty: false });
  const running = useRef<Promise<WorkflowDraft | undefined>>(undefined);

  const { workflowId } = draft;
  const saveOnce = useCallback(async (): Promise<WorkflowDraft | undefined> => {
    const { workflow: definition, accounts: chosen, version } = latest.current;
    latest.current.isDirty = false;
    setSaving('saving');
    try {
      const body = { name: definition.name, definition: { ...definition }, accounts: chosen, version };
      const saved = await call(place, 'PUT /api/workflows/:id/draft', { path: { id: workflowId }, body });
      latest.current.version = saved.version;
      setDraft(saved);
      setError(undefined);
      setSaving(latest.current.isDirty ? 'waiting' : 'saved');
      void queries.invalidateQueries({ queryKey: ['workflow-drafts', place] });
      return saved;
    } catch (problem) {
      latest.current.isDirty = true;
      setError(problem);
      setSaving('failed');
      return undefined;
    }
  }, [place, queries, workflowId]);

  const save = useCallback(async (): Promise<WorkflowDraft | undefined> => {
    // One save at a time, each with the version that the one before returned.
    while (running.current !== undefined) await running.current;
    if (!latest.current.isDirty) return draft;
    running.current = saveOnce().finally(() => (running.current = undefined));
    return running.current;
  }, [draft, saveOnce]);

  useEffect(() => {
    if (saving !== 'waiting') return undefined;
    const timer = setTimeout(() => void save(), saveAfterMs);
    return () => clearTimeout(timer);
  }, [saving, workflow, accounts, save]);

  const saveNow = useRef(save);
  useEffect(() => {
    saveNow.current = save;
  }, [save]);
  // A link that is followed at once must not lose it either.
  useEffect(() => () => void saveNow.current(), []);

  useEffect(() => {
    // A closed tab must not lose what the last second changed.
    const warn = (event: BeforeUnloadEvent) => {
      if (latest.current.isDirty) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);

  const show = (next: EditedWorkflow) => {
    latest.current = { ...latest.current, workflow: next, isDirty: true };
    setWorkflow(next);
    setSaving('waiting');
  };
  const change = (next: EditedWorkflow) => {
    setPast((before) => [...before.slice(-maxUndo), workflow]);
    setFuture([]);
    show(next);
  };
  const chooseAccount = (name: string, accountId: string | undefined) => {
    const next = withKey(accounts, name, accountId);
    setAccounts(next);
    latest.current = { ...latest.current, accounts: next, isDirty: true };
    setSaving('waiting');
  };
  const step = (from: EditedWorkflow[], setFrom: typeof setPast, setTo: typeof setPast) => () => {
    setFrom(from.slice(0, -1));
    setTo((before) => [...before, workflow]);
    show(from.at(-1)!);
  };
  const replace = (other: WorkflowDraft) => {
    const definition = other.definition as EditedWorkflow;
    latest.current = { workflow: definition, accounts: other.accounts, version: other.version, isDirty: false };
    setDraft(other);
    setAccounts(other.accounts);
    setWorkflow(definition);
    setPast([]);
    setFuture([]);
    setError(undefined);
    setSaving('saved');
  };
  return {
    ...{ workflow, draft, accounts, chooseAccount, change, saving, error, save, replace },
    ...(past.length > 0 && { undo: step(past, setPast, setFuture) }),
    ...(future.length > 0 && { redo: step(future, setFuture, setPast) }),
  };
}
