import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconFileImport, IconNumbers } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { RecordType } from '@tallyhook/schemas';
import { useState } from 'react';
import { useAbilities } from '../session/use-abilities.ts';
import { ExportFormats, type ExportedView } from './ExportMenu.tsx';
import { NumberFormatsDialog, useCanFormat } from './NumberFormats.tsx';
import classes from './Records.module.css';

/** On phones, what has no room in the bar: import, export and number formats. */
export function SheetMenu({ type, ...exported }: ExportedView & { type: RecordType }) {
  const { canWrite } = useAbilities();
  const canFormat = useCanFormat(type);
  const navigate = useNavigate();
  const [isFormatting, setIsFormatting] = useState(false);
  return (
    <div className={classes.narrow} data-noprint>
      <Menu position="bottom-end" shadow="md" withinPortal={false}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={`More for ${type.plural}`}>
            <IconDots aria-hidden size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canWrite && (
            <Menu.Item
              leftSection={<IconFileImport aria-hidden size={16} />}
              onClick={() => void navigate({ to: '/import' })}
            >
              Import
            </Menu.Item>
          )}
          {canFormat && (
            <Menu.Item leftSection={<IconNumbers aria-hidden size={16} />} onClick={() => setIsFormatting(true)}>
              Number formats
            </Menu.Item>
          )}
          <Menu.Label>Export</Menu.Label>
          <ExportFormats {...exported} />
        </Menu.Dropdown>
      </Menu>
      {isFormatting && <NumberFormatsDialog type={type} onClose={() => setIsFormatting(false)} />}
    </div>
  );
}
