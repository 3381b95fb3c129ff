import type { RecordType, Report } from '@tallyhook/schemas';

export interface ExampleReport {
  name: string;
  definition: Report;
}

/** Example questions about the first type offered. */
export function exampleReports(types: readonly RecordType[]): ExampleReport[] {
  const type = types.find(({ offered }) => offered);
  if (type === undefined) return [];
  const { name, plural, fields } = type;
  const groups = [fields.find(({ kind }) => kind === 'choice'), fields.find(({ kind }) => kind === 'relation')];
  return [
    ...groups
      .filter((field) => field !== undefined)
      .map((field): ExampleReport => ({
        name: `${plural} by ${field.label.toLowerCase()}`,
        definition: { type: name, chart: 'bars', groupBy: [{ field: field.name }] },
      })),
    {
      name: `${plural} created each month`,
      definition: { type: name, chart: 'line', groupBy: [{ field: 'createdAt', unit: 'month', fill: true }] },
    },
  ];
}
