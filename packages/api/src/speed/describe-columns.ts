import type { ColumnKeeper } from '@tallyhook/columns';
import type { Speed } from '@tallyhook/schemas/api';
import type { Branch } from '@tallyhook/store/branches';

/** Describes what this process keeps of a branch as columns; null if that is turned off. */
export async function describeColumns(
  columns: ColumnKeeper | undefined,
  minRecords: number,
  branch: Branch,
): Promise<Speed['columns']> {
  if (columns === undefined) return null;
  const { types, ...memory } = await columns.describe(branch);
  return {
    ...memory,
    minRecords,
    types: types.flatMap(({ type: name, fields, bytes, isBuilding, usedAt, ...kept }) => {
      // A type that was removed is kept until its memory is needed.
      const type = branch.types.find((one) => one.name === name);
      if (type === undefined) return [];
      const labels = new Map(type.fields.map((field) => [field.name, field.label]));
      return [
        {
          ...kept,
          type: name,
          typeLabel: type.label,
          state: isBuilding ? ('building' as const) : ('kept' as const),
          fields: fields.map((field) => ({ field, label: labels.get(field) ?? field })),
          sizeBytes: bytes,
          usedAt: usedAt?.toISOString() ?? null,
        },
      ];
    }),
  };
}
