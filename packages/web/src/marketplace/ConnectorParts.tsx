import { Button, Tabs, Text } from '@mantine/core';
import type { ConnectorDetail, OfferedAction } from '@tallyhook/schemas/api';
import { IconFileUpload } from '@tabler/icons-react';
import listClasses from '../shell/List.module.css';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useAbilities } from '../session/use-abilities.ts';
import { useFormats } from '../use-formats.ts';
import { useBeginWorkflow } from '../workflows/use-begin-workflow.ts';
import { ChangeList } from './ChangeList.tsx';
import { Markdown } from './Markdown.tsx';
import classes from './Marketplace.module.css';

/** What a connector brings: actions, webhooks, templates, its text, and what changed in its versions. */
export function ConnectorParts({ connector }: { connector: ConnectorDetail }) {
  const { actions, webhooks, templates, readme, versions } = connector;
  return (
    <section className={classes.box} aria-label="What it does">
      <Tabs
        defaultValue={actions.length > 0 ? 'actions' : 'webhooks'}
        keepMounted={false}
        classNames={{ list: classes.tabs!, tab: classes.tab! }}
      >
        <Tabs.List>
          {actions.length > 0 && <Tabs.Tab value="actions">Actions {actions.length}</Tabs.Tab>}
          {webhooks.length > 0 && <Tabs.Tab value="webhooks">Webhooks {webhooks.length}</Tabs.Tab>}
          {templates.length > 0 && <Tabs.Tab value="templates">Templates {templates.length}</Tabs.Tab>}
          {readme !== null && <Tabs.Tab value="readme">Read me</Tabs.Tab>}
          {versions.length > 0 && <Tabs.Tab value="versions">Versions</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="actions">
          <Parts label="Actions" rows={actions.map((action) => ({ ...action, note: noteOf(action) }))} />
        </Tabs.Panel>
        <Tabs.Panel value="webhooks">
          <Parts
            label="Webhooks"
            rows={webhooks.map((webhook) => ({
              ...webhook,
              note: webhook.isSubscribed ? 'Set up by itself' : 'A person enters the address',
            }))}
          />
        </Tabs.Panel>
        <Tabs.Panel value="templates">
          <Templates connector={connector} />
        </Tabs.Panel>
        <Tabs.Panel value="readme">
          <div className={classes.inside}>{readme !== null && <Markdown text={readme} />}</div>
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          <Versions versions={versions} />
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}

function noteOf({ sends, isReading, isRepeatable }: OfferedAction) {
  if (sends !== null)
    return (
      <span className={classes.update}>
        <IconFileUpload aria-hidden size={14} /> Sends a file {waysOfSending[sends]}
      </span>
    );
  if (isReading) return 'Reads';
  return isRepeatable ? 'Writes, safe to repeat' : 'Writes';
}

const waysOfSending = { body: 'as one body', pieces: 'in pieces', form: 'as a form', base64: 'as text in its request' };

interface Part {
  name: string;
  label: string;
  description: string;
  note: React.ReactNode;
}

function Parts({ label: title, rows }: { label: string; rows: readonly Part[] }) {
  return (
    <div className={classes.tables}>
      <table className={listClasses.table} aria-label={title}>
        <tbody>
          {rows.map(({ name, label, description, note }) => (
            <tr key={name}>
              <th scope="row">
                <span className={listClasses.name}>{label}</span>
                <span className={listClasses.sub}>{description}</span>
              </th>
              <td className={listClasses.muted}>{note}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Templates({ connector: { templates, installation } }: { connector: ConnectorDetail }) {
  const { canAct } = useAbilities();
  const { begin, failure } = useBeginWorkflow();
  return (
    <div className={classes.inside}>
      {failure !== undefined && <ErrorNote title="Couldn't begin it" error={failure} />}
      <ul className={classes.plain}>
        {templates.map(({ id, name, description, definition }) => (
          <li key={id} className={classes.workflow}>
            <Text fw={600}>{name}</Text>
            <Text className={classes.muted}>{description}</Text>
            {canAct && installation !== null && (
              <Button
                variant="default"
                size="xs"
                mt={6}
                aria-label={`Start from this template: ${name}`}
                onClick={() => void begin(definition)}
              >
                Start from this template
              </Button>
            )}
          </li>
        ))}
      </ul>
      {canAct && installation === null && (
        <Text className={classes.muted}>Install the connector to start from a template.</Text>
      )}
    </div>
  );
}

function Versions({ versions }: { versions: ConnectorDetail['versions'] }) {
  const formats = useFormats();
  return (
    <div className={classes.inside}>
      {versions.map(({ version, releasedAt, before, changes, notes }) => (
        <section key={version} aria-label={`Version ${version}`}>
          <Text>
            <b>{version}</b> <span className={classes.muted}>{formats.time(releasedAt)}</span>
          </Text>
          {notes !== undefined && <Text className={classes.notes}>{notes}</Text>}
          {before === null ? (
            <Text className={classes.muted}>There is no older version to compare it with.</Text>
          ) : changes.length === 0 ? (
            <Text className={classes.muted}>Nothing changed since {before}.</Text>
          ) : (
            <ChangeList changes={changes} />
          )}
        </section>
      ))}
    </div>
  );
}
