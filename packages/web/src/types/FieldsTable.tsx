import { ActionIcon, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import type { Field, RecordType } from '@tallyhook/schemas';
import { List } from '../shell/List.tsx';
import listClasses from '../shell/List.module.css';
import { useFormats } from '../use-formats.ts';
import { ChoiceTags } from './ChoiceTags.tsx';
import { kindLabels, settingsOf } from './edited-type.ts';
import classes from './Types.module.css';

export interface FieldsTableProps {
  type: RecordType;
  types: readonly RecordType[];
  /** Values of the newest record, by field. */
  sample: Record<string, string>;
  canEdit: boolean;
  onAdd: () => void;
  onEdit: (field: Field) => void;
  onMove: (field: Field, by: -1 | 1) => void;
  onRemove: (field: Field) => void;
}

/** The fields of a type in order, with their kind, format and a sample. */
export function FieldsTable({ type, types, sample, canEdit, onAdd, onEdit, onMove, onRemove }: FieldsTableProps) {
  const { fields, labelField } = type;
  return (
    <List
      title="Fields"
      hint={`${fields.length}, in the order in which records show them`}
      actions={
        canEdit && (
          <Button size="xs" variant="default" leftSection={<IconPlus aria-hidden size={14} />} onClick={onAdd}>
            Add field
          </Button>
        )
      }
      columns={[
        { label: 'Field' },
        { label: 'Kind' },
        { label: 'Settings', isLess: true },
        { label: 'Sample', isLess: true },
        ...(canEdit ? [{ label: 'Actions', isActions: true }] : []),
      ]}
      count={fields.length}
      empty={null}
    >
      {fields.map((field, at) => (
        <tr key={field.name}>
          <th scope="row">
            <span className={listClasses.name}>{field.label}</span>
            <span className={listClasses.sub}>
              {field.name}
              {field.name === labelField && ' · names the record'}
            </span>
            {field.help !== undefined && <span className={listClasses.sub}>{field.help}</span>}
          </th>
          <td>
            <KindOf field={field} types={types} />
          </td>
          <td className={listClasses.less}>{settingsOf(field)}</td>
          <td className={listClasses.less}>{sample[field.name] ?? '–'}</td>
          {canEdit && (
            <td className={`${listClasses.actions} ${classes.order}`}>
              <Action label={`Move ${field.label} up`} isOff={at === 0} onClick={() => onMove(field, -1)}>
                <IconArrowUp aria-hidden size={16} />
              </Action>
              <Action
                label={`Move ${field.label} down`}
                isOff={at === fields.length - 1}
                onClick={() => onMove(field, 1)}
              >
                <IconArrowDown aria-hidden size={16} />
              </Action>
              <Action label={`Edit ${field.label}`} onClick={() => onEdit(field)}>
                <IconPencil aria-hidden size={16} />
              </Action>
              <Action label={`Remove ${field.label}`} isOff={fields.length === 1} onClick={() => onRemove(field)}>
                <IconTrash aria-hidden size={16} />
              </Action>
            </td>
          )}
        </tr>
      ))}
    </List>
  );
}

function KindOf({ field, types }: { field: Field; types: readonly RecordType[] }) {
  const formats = useFormats();
  const { kind, many, target, options, format } = field;
  const targetLabel = types.find(({ name }) => name === target)?.label ?? target;
  return (
    <>
      {kindLabels[kind]}
      {many === true && ', several'}
      {kind === 'relation' && ` to ${targetLabel}`}
      {kind === 'number' && format !== undefined && (
        <span className={listClasses.sub}>{formats.as(format).value(format.unit === 'percent' ? 0.125 : 1234.5)}</span>
      )}
      {kind === 'choice' && (
        <span className={listClasses.sub}>
          <ChoiceTags options={(options ?? []).slice(0, 6)} />
          {(options?.length ?? 0) > 6 && ` and ${options!.length - 6} more`}
        </span>
      )}
    </>
  );
}

function Action({
  label,
  isOff = false,
  onClick,
  children,
}: {
  label: string;
  isOff?: boolean;
  onClick: () => void;
  children: React.ReactNode;
}) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      aria-label={label}
      title={label}
      data-control
      aria-disabled={isOff}
      onClick={() => isOff || onClick()}
    >
      {children}
    </ActionIcon>
  );
}
