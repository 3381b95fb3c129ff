import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { View } from '@tallyhook/schemas';
import type { WeekStart } from '@tallyhook/schemas/api';
import { addressOf } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { writeSort } from './records-search.ts';

/** What is exported. */
export interface ExportedView {
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

/** The items of a menu that download all records that the page shows, in its order, with its columns. */
export function ExportFormats({ view, columns, timezone, weekStart }: ExportedView) {
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
  return formats.map(({ value, label }) => (
    <Menu.Item key={value} component="a" href={addressFor(value)} download>
      {label}
    </Menu.Item>
  ));
}

/** The same as a button. */
export function ExportMenu(exported: ExportedView) {
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button variant="default" data-noprint leftSection={<IconDownload aria-hidden size={16} />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ExportFormats {...exported} />
      </Menu.Dropdown>
    </Menu>
  );
}
