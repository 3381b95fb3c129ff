import { Alert, Button, Group, SegmentedControl, Tabs, Title } from '@mantine/core';
import type { FolderProblem } from '@tallyhook/schemas/api';
import { useEffect, useMemo, useState } from 'react';
import { AnswerTab } from './AnswerTab.tsx';
import { CodeEditor } from './CodeEditor.tsx';
import { ConnectorForm } from './ConnectorForm.tsx';
import { keysOf, readJson, valueAt } from './edit-json.ts';
import { ErrorsTab } from './ErrorsTab.tsx';
import { FileContext, focusField } from './file-context.ts';
import { InputsTab } from './InputsTab.tsx';
import { actionTabs, tabOf, type ActionTab, type Part } from './parts.ts';
import { RequestTab } from './RequestTab.tsx';
import { SignInForm } from './SignInForm.tsx';
import { UploadTab } from './UploadTab.tsx';
import { WebhookForm } from './WebhookForm.tsx';
import classes from './ConnectorBuilder.module.css';

interface PartEditorProps {
  part: Part;
  text: string;
  /** Of the part. */
  problems: readonly FolderProblem[];
  /** What the sign-in of the connector can request; undefined if it has no scopes. */
  signInScopes: readonly string[] | undefined;
  tab: ActionTab;
  view: 'form' | 'json';
  /** The problem that the person wants to get to. */
  asked: FolderProblem | undefined;
  onReached: () => void;
  onTab: (tab: ActionTab) => void;
  onView: (view: 'form' | 'json') => void;
  onChange: (text: string, what: string) => void;
  /** Undefined for files that cannot have another name. */
  onRename: (() => void) | undefined;
  onDuplicate: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}

const tabNames: Record<ActionTab, string> = {
  inputs: 'Inputs',
  request: 'Request',
  upload: 'Upload',
  answer: 'Answer',
  errors: 'Errors',
};
const parts = {
  inputs: InputsTab,
  request: RequestTab,
  upload: UploadTab,
  answer: AnswerTab,
  errors: ErrorsTab,
};
const forms: Partial<Record<Part['kind'], () => React.ReactNode>> = {
  signIn: SignInForm,
  connector: ConnectorForm,
  webhook: WebhookForm,
};

/** One part of the connector as a form or as the text of its file. */
export function PartEditor(props: PartEditorProps) {
  const { part, text, problems, tab, view, asked, onReached, onTab, onView, onChange } = props;
  const { signInScopes, onRename, onDuplicate, onRemove } = props;
  const hasForm = part.kind === 'action' || part.kind in forms;
  const isForm = hasForm && view === 'form';
  const [goTo, setGoTo] = useState<FolderProblem>();
  const value = useMemo(() => readJson(text)?.value, [text]);
  const file = useMemo(
    () => ({ path: part.path, text, value, problems, signInScopes, onChange }),
    [part, text, value, problems, signInScopes, onChange],
  );
  const isThere = part.kind !== 'action' || asked === undefined || tab === tabOf(asked.pointer);
  useEffect(() => {
    // The address changes to the form and the tab of the problem first.
    if (asked === undefined || (hasForm && !(isForm && isThere))) return;
    onReached();
    if (isForm && focusField(asked.pointer)) return;
    setGoTo(asked);
    // The form has no field for it.
    if (isForm) onView('json');
  }, [asked, hasForm, isForm, isThere, onReached, onView]);
  const isReadable = typeof value === 'object';
  const Form = forms[part.kind];
  return (
    <FileContext value={file}>
      <Group justify="space-between" className={classes.partHead}>
        <Title order={2} size="h3">
          {part.label}
        </Title>
        <Group gap="sm">
          {onRename !== undefined && (
            <Button variant="subtle" color="gray" size="compact-sm" onClick={onRename}>
              Rename
            </Button>
          )}
          {onDuplicate !== undefined && (
            <Button variant="subtle" color="gray" size="compact-sm" onClick={onDuplicate}>
              Duplicate
            </Button>
          )}
          {onRemove !== undefined && (
            <Button variant="subtle" color="gray" size="compact-sm" onClick={onRemove}>
              Remove
            </Button>
          )}
          {hasForm && (
            <SegmentedControl
              size="xs"
              aria-label="View"
              data={[
                { value: 'form', label: 'Form' },
                { value: 'json', label: 'JSON' },
              ]}
              value={view}
              onChange={onView}
            />
          )}
        </Group>
      </Group>
      {!isForm && (
        <CodeEditor
          key={part.path}
          label={part.path}
          {...{ text, problems, goTo }}
          onChange={(next) => onChange(next, part.path)}
        />
      )}
      {isForm && !isReadable && (
        <Alert variant="outline" m="md" title="The form cannot read this file">
          {part.path} is not JSON. Open it as JSON and correct it there.
        </Alert>
      )}
      {isForm && isReadable && part.kind === 'action' && (
        <ActionTabs key={part.path} {...{ value, problems, tab, onTab }} />
      )}
      {isForm && isReadable && Form !== undefined && (
        <div className={classes.form} key={part.id}>
          <Form />
        </div>
      )}
    </FileContext>
  );
}

function ActionTabs({
  value,
  problems,
  tab,
  onTab,
}: Pick<PartEditorProps, 'problems' | 'tab' | 'onTab'> & { value: unknown }) {
  const sizes: Partial<Record<ActionTab, number>> = {
    inputs: Object.keys(valueAt(value, ['input', 'properties']) ?? {}).length,
    errors: Object.keys(valueAt(value, ['errors']) ?? {}).length,
  };
  // A problem of the whole file belongs to no tab.
  const placed = problems.filter(({ pointer }) => keysOf(pointer).length > 0);
  const countOf = (one: ActionTab) => placed.filter(({ pointer }) => tabOf(pointer) === one).length;
  return (
    <Tabs value={tab} onChange={(next) => onTab(next as ActionTab)} keepMounted={false} className={classes.tabs}>
      <Tabs.List>
        {actionTabs.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {tabNames[one]} {sizes[one] ? sizes[one] : ''}
            {countOf(one) > 0 && (
              <b className={classes.entryCount}>
                {countOf(one)}
                <span className={classes.hidden}>{countOf(one) === 1 ? ' problem' : ' problems'}</span>
              </b>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {actionTabs.map((one) => {
        const Tab = parts[one];
        return (
          <Tabs.Panel key={one} value={one} className={classes.form}>
            <Tab />
          </Tabs.Panel>
        );
      })}
    </Tabs>
  );
}
