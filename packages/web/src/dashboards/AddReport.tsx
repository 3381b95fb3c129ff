import { Button, Combobox, useCombobox } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useDashboardChanges } from '../api/changes.ts';
import type { SavedDashboard } from '@tallyhook/schemas/api';
import type { ShownReport } from '../reports/shown-report.ts';
import { useOfferUndo } from '../shell/UndoToasts.tsx';
import { noList, NoOption } from '../shell/NoOption.tsx';
import { useFirstOption } from '../shell/use-first-option.ts';

export interface AddReportProps {
  dashboard: SavedDashboard;
  reports: readonly ShownReport[];
  /** Called with the reason when a change is refused, and with undefined when the next one begins. */
  onFailure: (failure: unknown) => void;
}

/** Adds one of the branch's reports to the end of a dashboard. */
export function AddReport({ dashboard, reports, onFailure }: AddReportProps) {
  const [search, setSearch] = useState('');
  const changes = useDashboardChanges();
  const offerUndo = useOfferUndo();
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setSearch('');
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  useFirstOption(combobox, search);
  const wanted = search.trim().toLowerCase();
  const found = reports.filter(({ name }) => name.toLowerCase().includes(wanted));
  const isOn = (id: string) => dashboard.tiles.some(({ report }) => report === id);

  async function add(report: ShownReport) {
    combobox.closeDropdown();
    combobox.focusTarget();
    onFailure(undefined);
    try {
      // Others may have added tiles that this page has not seen; the last one in the response is the new one.
      const { tiles } = await changes.addTile(dashboard.id, { report: report.id });
      const added = tiles.at(-1)!;
      offerUndo({
        text: `${report.name} was added to ${dashboard.name}`,
        undo: () => changes.removeTile(dashboard.id, added.id),
      });
    } catch (error) {
      onFailure(error);
    }
  }
  return (
    <Combobox
      store={combobox}
      width={280}
      position="bottom-end"
      withinPortal={false}
      onOptionSubmit={(id) => void add(reports.find((report) => report.id === id)!)}
    >
      <Combobox.Target targetType="button">
        <Button size="xs" leftSection={<IconPlus aria-hidden size={15} />} onClick={() => combobox.toggleDropdown()}>
          Add report
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          role="combobox"
          {...(found.length > 0 ? { 'aria-expanded': true } : noList)}
          value={search}
          placeholder="Type to search"
          aria-label="Add report: type to search"
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        {found.length > 0 && (
          <Combobox.Options aria-label="Reports" mah={300} style={{ overflowY: 'auto' }}>
            {found.map(({ id, name }) => (
              <Combobox.Option key={id} value={id}>
                {name}
                {isOn(id) ? ' (already here)' : ''}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        )}
        <NoOption text={found.length > 0 ? undefined : 'No matching reports'} />
      </Combobox.Dropdown>
    </Combobox>
  );
}
