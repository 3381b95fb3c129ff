import { ActionIcon, Anchor, Button, Skeleton, Text } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ConnectorFolder, FolderProblem } from '@tallyhook/schemas/api';
import { useMemo, useState } from 'react';
import { call } from '../api/call.ts';
import { isGone } from '../api/gone.ts';
import { usePlace } from '../place.tsx';
import { useAbilities } from '../session/use-abilities.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { ManagersOnly } from '../shell/ManagersOnly.tsx';
import { NameDialog } from '../shell/NameDialog.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { useUndoKeys } from '../shell/use-undo-keys.ts';
import { useFormats } from '../use-formats.ts';
import { readJson, valueAt } from './edit-json.ts';
import { ChangesDialog } from './ChangesDialog.tsx';
import { DeleteConnector } from './DeleteConnector.tsx';
import type { FolderFiles } from './edited-folder.ts';
import { FixtureRuns } from './FixtureRuns.tsx';
import { FolderTree } from './FolderTree.tsx';
import { Listen } from './Listen.tsx';
import { addFixture, addPart, removeFile, type Added } from './new-part.ts';
import { NotSaved } from './NotSaved.tsx';
import { PartEditor } from './PartEditor.tsx';
import { actionTabs, isInPart, partsOf, shortName, signInScopesOf, tabOf, type Part } from './parts.ts';
import { Problems } from './Problems.tsx';
import { ReleaseDialog } from './ReleaseDialog.tsx';
import { duplicatePart, hasOwnName, pathAfter, renamePart } from './rename-part.ts';
import { signInName } from './SignInForm.tsx';
import { TryIt } from './TryIt.tsx';
import { useEditedFolder, type FolderState } from './use-edited-folder.ts';
import classes from './ConnectorBuilder.module.css';

/** The search parameters of the builder of connectors. */
export interface ConnectorBuilderSearch {
  /** The part that is open. */
  part?: string;
  tab?: string;
  view?: string;
}

/** A connector in the making: its parts as forms and as JSON, what is wrong, and a try at the service. */
export function ConnectorBuilderPage() {
  const { connectorId } = useParams({ from: '/connectors/$connectorId' });
  const place = usePlace();
  const { canManage } = useAbilities();
  const { data, error, refetch } = useQuery({
    queryKey: ['connector-folder', place.workspace, connectorId],
    queryFn: ({ signal }) => call(place, 'GET /api/connector-folders/:id', { path: { id: connectorId }, signal }),
    enabled: canManage,
    // The builder keeps its own state; a folder that is read again would overwrite what is being typed.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (data !== undefined) return <Builder key={`${place.workspace} ${connectorId}`} loaded={data} />;
  return (
    <>
      <PageHeading title={isGone(error) ? 'Connector not found' : 'Connector'} parent={<AllConnectors />} />
      {!canManage && <ManagersOnly>Connectors are built by those who manage the workspace.</ManagersOnly>}
      {error !== null && <ErrorNote title="Couldn't load the connector" error={error} onRetry={() => void refetch()} />}
      {canManage && error === null && <Skeleton height={320} />}
    </>
  );
}

function AllConnectors() {
  return (
    <Anchor component={Link} to="/connectors" size="sm">
      Connectors
    </Anchor>
  );
}

function Builder({ loaded }: { loaded: ConnectorFolder }) {
  const edited = useEditedFolder(loaded);
  const { state, change, save } = edited;
  const { files, saved } = state;
  const search = useSearch({ from: '/connectors/$connectorId' });
  const navigate = useNavigate({ from: '/connectors/$connectorId' });
  const [asked, setAsked] = useState<FolderProblem>();
  const [adding, setAdding] = useState<'action' | 'webhook'>();
  const [renamed, setRenamed] = useState<Part>();
  const parts = partsOf(files);
  const part = parts.find(({ id }) => id === search.part) ?? parts.find(({ kind }) => kind === 'action') ?? parts[0];
  const tab = actionTabs.find((one) => one === search.tab) ?? 'inputs';
  const view = search.view === 'json' ? 'json' : 'form';
  const go = (next: ConnectorBuilderSearch, replace = true) =>
    void navigate({ search: { part: part?.id, tab, view, ...next } as never, replace });
  /** An undone rename leaves the same part open, under its name before. */
  const follow = (act: (() => void) | undefined, next: FolderFiles | undefined) => {
    if (act === undefined || next === undefined) return undefined;
    return () => {
      act();
      const path = part && pathAfter(files, next, part.path);
      if (path !== undefined && path !== part?.path) go({ part: path });
    };
  };
  const undo = follow(edited.undo, state.past.at(-1));
  const redo = follow(edited.redo, state.future.at(-1));
  const folder: FolderState = { ...edited, undo, redo };
  useUndoKeys(folder);
  const problemsOf = (one: Part) => saved.problems.filter((problem) => isInPart(one, problem));
  const counts = new Map(parts.map((one) => [one.id, problemsOf(one).length]));
  const connectorText = files['connector.json'] ?? '';
  const connector = useMemo(() => readJson(connectorText)?.value, [connectorText]);
  const name = valueAt(connector, ['name']);
  const signInScopes = useMemo(() => signInScopesOf(connector), [connector]);
  const open = (problem: FolderProblem) => {
    const owner = parts.find((one) => isInPart(one, problem));
    if (owner !== undefined) go({ part: owner.id, tab: tabOf(problem.pointer), view: 'form' });
    setAsked(problem);
  };
  const show = (added: Added, what: string) => {
    change(added.files, what);
    go({ part: added.path }, false);
  };
  const keep = (action: string, fixture: unknown) => {
    const added = addFixture(files, action, fixture);
    change(added.files, 'fixture');
    return added.path;
  };

  return (
    <>
      <PageHeading title={typeof name === 'string' && name !== '' ? name : saved.id} parent={<AllConnectors />}>
        <Actions folder={folder} />
      </PageHeading>
      <NotSaved folder={folder} />
      {part === undefined ? (
        <p>This connector has no files.</p>
      ) : (
        <div className={classes.builder}>
          <FolderTree
            {...{ parts, counts, chosen: part }}
            signIn={signInName(valueAt(connector, ['signIn', 'kind']))}
            onChoose={({ id }) => go({ part: id, tab: 'inputs' }, false)}
            onAdd={setAdding}
          />
          <div className={classes.middle}>
            <PartEditor
              key={part.id}
              {...{ part, tab, view, signInScopes }}
              text={files[part.path] ?? ''}
              problems={problemsOf(part)}
              asked={asked !== undefined && isInPart(part, asked) ? asked : undefined}
              onReached={() => setAsked(undefined)}
              onTab={(next) => go({ tab: next })}
              onView={(next) => go({ view: next })}
              onChange={(text, what) => change({ ...files, [part.path]: text }, what)}
              onRename={hasOwnName(part.path) ? () => setRenamed(part) : undefined}
              onDuplicate={hasOwnName(part.path) ? () => show(duplicatePart(files, part.path), 'duplicate') : undefined}
              onRemove={
                part.path === 'connector.json' ? undefined : () => change(removeFile(files, part.path), 'remove')
              }
            />
            <Problems problems={saved.problems} onOpen={open} />
          </div>
          <aside className={classes.side} aria-label={sideName[part.kind] ?? 'Fixtures'}>
            {part.kind === 'action' ? (
              <TryIt
                key={part.id}
                id={saved.id}
                action={shortName(part.path)}
                text={files[part.path] ?? ''}
                hasSignIn={valueAt(connector, ['signIn', 'kind']) !== 'none'}
                {...{ save }}
                onKeep={(fixture) => keep(shortName(part.path), fixture)}
              />
            ) : part.kind === 'webhook' ? (
              <Listen
                key={part.id}
                id={saved.id}
                webhook={shortName(part.path)}
                {...{ save }}
                onKeep={(fixture) => keep(shortName(part.path), fixture)}
              />
            ) : (
              <FixtureRuns id={saved.id} save={save} onOpen={(path) => go({ part: path }, false)} />
            )}
          </aside>
        </div>
      )}
      {renamed !== undefined && (
        <NameDialog
          title={`Rename ${renamed.path}`}
          action="Rename"
          name={shortName(renamed.path)}
          onClose={() => setRenamed(undefined)}
          onSubmit={(name_) => Promise.resolve().then(() => renamePart(files, renamed.path, name_))}
          onDone={(added) => {
            setRenamed(undefined);
            show(added, 'rename');
          }}
        >
          {(renamed.kind === 'action' || renamed.kind === 'webhook') && (
            <Text size="sm">
              Fixtures and workflows of this folder follow. Workflows that use it elsewhere do not: the next release
              says which.
            </Text>
          )}
        </NameDialog>
      )}
      {adding !== undefined && (
        <NameDialog
          title={adding === 'action' ? 'New action' : 'New webhook'}
          action={adding === 'action' ? 'Add action' : 'Add webhook'}
          onClose={() => setAdding(undefined)}
          onSubmit={(label) => Promise.resolve(addPart(files, adding, label))}
          onDone={(added) => {
            change(added.files, 'add');
            setAdding(undefined);
            go({ part: added.path, tab: 'inputs', view: 'form' }, false);
          }}
        />
      )}
    </>
  );
}

const sideName: Partial<Record<Part['kind'], string>> = { action: 'Try it', webhook: 'Listen for a delivery' };

const savingWords = {
  saved: 'saved',
  waiting: 'saving …',
  saving: 'saving …',
  failed: 'not saved',
  conflict: 'not saved',
};

function Actions({ folder: { state, undo, redo, save, readAgain } }: { folder: FolderState }) {
  const formats = useFormats();
  const [isOpen, setIsOpen] = useState(false);
  const [isComparing, setIsComparing] = useState(false);
  const { saved, saving } = state;
  const isBlocked = saved.problems.some(({ severity }) => severity === 'error') || saving === 'conflict';
  const words = saving === 'saved' ? `saved ${formats.time(saved.changedAt)}` : savingWords[saving];
  return (
    <>
      <span className={classes.saved} role="status">
        Draft of {saved.version}, {words}
      </span>
      {[
        { label: 'Undo', Icon: IconArrowBackUp, act: undo },
        { label: 'Redo', Icon: IconArrowForwardUp, act: redo },
      ].map(({ label, Icon, act }) => (
        <ActionIcon
          key={label}
          variant="subtle"
          color="gray"
          aria-label={label}
          data-control
          aria-disabled={act === undefined}
          onClick={act}
        >
          <Icon aria-hidden size={17} />
        </ActionIcon>
      ))}
      <DeleteConnector id={saved.id} name={saved.name} save={save} />
      <Button variant="default" size="xs" data-control onClick={() => setIsComparing(true)}>
        What changes
      </Button>
      <Button
        variant={isBlocked ? 'default' : 'filled'}
        size="xs"
        data-control
        aria-disabled={isBlocked}
        title={isBlocked ? 'Mend the problems first' : undefined}
        onClick={() => isBlocked || setIsOpen(true)}
      >
        Release …
      </Button>
      {isComparing && <ChangesDialog id={saved.id} save={save} onClose={() => setIsComparing(false)} />}
      {isOpen && (
        <ReleaseDialog
          id={saved.id}
          ownVersion={saved.version}
          hasFixtures={Object.keys(state.files).some((path) => path.startsWith('fixtures/'))}
          save={save}
          onClose={() => setIsOpen(false)}
          onReleased={() => {
            setIsOpen(false);
            // The release has set the version in connector.json.
            void readAgain();
          }}
        />
      )}
    </>
  );
}
