import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { RecordType } from '@tallyhook/schemas';
import classes from './Records.module.css';

/** Leads to the records of the other types. */
export function TypeSwitch({ types, current }: { types: readonly RecordType[]; current: string }) {
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.types}>
          Records
          <IconChevronDown aria-hidden size={14} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah={400} style={{ overflowY: 'auto' }}>
        {types.map(({ name, plural }) => (
          <Menu.Item
            key={name}
            component={Link}
            to={`/records/${name}` as '/'}
            aria-current={name === current ? 'page' : undefined}
          >
            {plural}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
