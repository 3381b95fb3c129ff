import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { View } from '@tallyhook/schemas';
import type { WeekStart } from '@tallyhook/schemas/api';
import { addressOf } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { writeSort } from './records-search.ts';

export interface ExportMenuProps {
  view: View;
  columns: readonly string[];
  timezone?: string | undefined;
  weekStart?: string | undefined;
}

const formats = [
  { value: 'csv', label: 'CSV, with names' },
  { value: 'ndjson', label: 'NDJSON, one record in each line' },
  { value: 'json', label: 'JSON' },
] as const;

/** Downloads all records that the page shows, in its order, with its columns. */
export function ExportMenu({ view, columns, timezone, weekStart }: ExportMenuProps) {
  const place = usePlace();
  const { type, filter, sort = [] } = view;
  const addressFor = (format: (typeof formats)[number]['value']) =>
    addressOf(place, 'GET /api/record-export', {
      query: {
        ...{ type, format, timezone, fields: columns.join(',') },
        ...(filter && { filter: JSON.stringify(filter) }),
        ...(sort.length > 0 && { sort: writeSort(sort) }),
        ...(weekStart !== undefined && { weekStart: weekStart as WeekStart }),
      },
    });
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button variant="default" data-noprint leftSection={<IconDownload aria-hidden size={16} />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ value, label }) => (
          <Menu.Item key={value} component="a" href={addressFor(value)} download>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
