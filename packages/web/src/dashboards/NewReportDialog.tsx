import { NativeSelect, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useReportChanges } from '../api/changes.ts';
import { useTypes } from '../api/queries.ts';
import type { SavedDashboard } from '@tallyhook/schemas/api';
import { NameDialog } from '../shell/NameDialog.tsx';

export interface NewReportDialogProps {
  /** The open dashboard: the report is added to it. */
  dashboard: SavedDashboard | undefined;
  onClose: () => void;
}

/** Asks for the name and record type of a new report; the question is edited afterwards. */
export function NewReportDialog({ dashboard, onClose }: NewReportDialogProps) {
  const types = useTypes();
  const changes = useReportChanges();
  const navigate = useNavigate();
  const offered = offeredOf(types.data);
  const [chosen, setChosen] = useState<string>();
  const type = chosen ?? offered[0]?.name;
  // The dashboard may be deleted while this is open and would then be missing from the list.
  const [asked] = useState(dashboard);
  const target = dashboard === undefined || dashboard.readOnly === true ? undefined : dashboard;

  /** Somebody who types fast is done before the types have arrived. */
  async function firstOffered(): Promise<string | undefined> {
    const { data } = await types.refetch({ cancelRefetch: false, throwOnError: true });
    return offeredOf(data)[0]?.name;
  }

  return (
    <NameDialog
      title="New report"
      action="Create"
      onClose={onClose}
      onSubmit={async (name) => {
        const subject = type ?? (await firstOffered());
        if (subject === undefined)
          throw new Error('This branch has no record types to report on. Install an app first.');
        const definition = { type: subject, chart: 'number' as const, measures: [{ fn: 'count' as const }] };
        return changes.create({ name, definition, ...(target && { dashboard: target.id }) });
      }}
      onDone={({ id }) => {
        onClose();
        void navigate({ to: '/reports/$reportId', params: { reportId: id } });
      }}
    >
      <NativeSelect
        label="Records"
        description="A report covers one type of record."
        value={type ?? ''}
        data={offered.map(({ name: value, plural }) => ({ value, label: plural }))}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      {target !== undefined && (
        <Text size="sm">
          It will be added to the dashboard <b>{target.name}</b>.
        </Text>
      )}
      {asked !== undefined && dashboard === undefined && (
        <Text size="sm">
          Somebody deleted the dashboard <b>{asked.name}</b>. “Create” saves the report without it.
        </Text>
      )}
    </NameDialog>
  );
}

const offeredOf = (types: ReturnType<typeof useTypes>['data'] = []) =>
  types.filter(({ offered: isOffered }) => isOffered);
