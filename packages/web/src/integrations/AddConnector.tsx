import { Button, Menu, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { ConnectorList } from '@tallyhook/schemas/api';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { Dialog } from '../shell/Dialog.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useRefresh } from './use-integrations.ts';

/** Installs a connector of the marketplace, or its newest version. */
export function AddConnector({ marketplace: { marketplace, installed } }: { marketplace: ConnectorList }) {
  const place = usePlace();
  const refresh = useRefresh();
  const [failure, setFailure] = useState<unknown>();
  const versionOf = (connector: string) => installed.find((one) => one.connector === connector)?.version;
  const offered = marketplace.filter(({ connector, version }) => versionOf(connector) !== version);

  async function install({ connector: id, version }: (typeof marketplace)[number]) {
    try {
      await call(place, 'POST /api/connectors', { body: { id, version } });
      await refresh();
    } catch (error) {
      setFailure(error);
    }
  }

  return (
    <>
      <Menu position="bottom-end" withinPortal={false} shadow="md" width={280}>
        <Menu.Target>
          <Button size="xs" leftSection={<IconPlus aria-hidden size={15} />}>
            Add connector
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
          {offered.length === 0 && <Text p="sm">Every connector of the marketplace is installed.</Text>}
          {offered.map((release) => (
            <Menu.Item key={release.connector} onClick={() => void install(release)}>
              {release.name}
              <Text size="xs" c="dimmed">
                {versionOf(release.connector) === undefined
                  ? `Version ${release.version}`
                  : `Update from ${versionOf(release.connector)} to ${release.version}`}
              </Text>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {failure !== undefined && (
        <Dialog title="Add connector" onClose={() => setFailure(undefined)}>
          <ErrorNote title="Couldn't install it" error={failure} />
        </Dialog>
      )}
    </>
  );
}
