import { toPointer, type App, type ProblemDetail, type RecordType } from '@tallyhook/schemas';
import { checkFields, missingFields } from '../records/field-values.ts';
import { sampleRecords } from './sample-fields.ts';

/** Checks that the samples of an app fit its types, and point only to samples before them. */
export function checkSamples(app: App): ProblemDetail[] {
  const mistakes: ProblemDetail[] = [];
  const seen = new Set<string>();
  const records = sampleRecords(app, new Date(0));
  let at = 0;
  for (const [list, { type: name, records: given }] of (app.samples ?? []).entries()) {
    const type = app.types.find((one) => one.name === name) as RecordType | undefined;
    const add = (path: string[], code: string, detail: string) =>
      mistakes.push({ pointer: toPointer(['samples', String(list), ...path]), code, detail });
    if (type === undefined) add(['type'], 'unknown_type', `The app has no type "${name}" for these samples.`);
    for (const [place, { id }] of given.entries()) {
      const record = records[at++]!;
      const path = ['records', String(place)];
      if (seen.has(record.id)) add([...path, 'id'], 'name_taken', `Duplicate id "${id}": give each sample its own id.`);
      if (type !== undefined) {
        const { values, mistakes: wrong, references } = checkFields(type, record.fields);
        for (const { code, detail } of [...wrong, ...missingFields(type, values)]) add(path, code, detail);
        for (const { field, id: target } of references) {
          if (field.kind === 'relation' && seen.has(target)) continue;
          add(
            path,
            'target_missing',
            `"${field.name}" of the sample "${id}" must name a sample that stands before it.`,
          );
        }
      }
      seen.add(record.id);
    }
  }
  return mistakes;
}
