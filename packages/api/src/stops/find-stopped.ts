import { isDeepStrictEqual } from 'node:util';
import type { RecordType, Report } from '@tallyhook/schemas';
import type { TypeUse } from '@tallyhook/schemas/api';
import type { Branch } from '@tallyhook/store/branches';
import { definitionKinds, listDefinitions, type DefinitionKind } from '@tallyhook/store/definitions';
import type { MergedDefinitions } from '@tallyhook/store/merging';
import { findUnfit, type Place, type StopServices } from './find-unfit.ts';

/** A definition with its content on each side where it works now, and its content afterwards. */
interface Changing {
  kind: DefinitionKind;
  id: string;
  name: string;
  sides: { place: Place; definition: unknown }[];
  /** Where a merge finds it. */
  foundOn?: string;
  after: unknown;
}

/**
 * Lists the reports, dashboards, views and workflows of a branch that fit its types and would not fit `after`: they use
 * a field or a type that is gone, or a field in a way that its new kind does not allow. Those of `exceptApp` are left
 * out, because they change with it.
 */
export async function findStopped(
  services: StopServices,
  branch: Branch,
  { after: types, exceptApp }: { after: readonly RecordType[]; exceptApp?: string },
): Promise<TypeUse[]> {
  if (isDeepStrictEqual(branch.types, types)) return [];
  const lists = await Promise.all(definitionKinds.map((kind) => listDefinitions(services.store, branch, kind)));
  const all = lists.flat();
  const reports = reportsIn(all);
  const before: Place = { branch, reports };
  const after: Place = { branch: { ...branch, types: [...types] }, reports };
  const changing = all
    .filter(({ app }) => app === undefined || app !== exceptApp)
    .map(({ kind, id, name, definition }): Changing => {
      const sides = [{ place: before, definition }];
      return { kind, id, name, sides, after: definition };
    });
  return listStopped(services, changing, after);
}

/** The same for a merge: what works on one of the branches and would not work on the merged one. */
export function findStoppedByMerge(
  services: StopServices,
  { into, from }: { into: Branch; from: Branch },
  { types, definitions }: MergedDefinitions,
): Promise<TypeUse[]> {
  if ([into, from].every((branch) => isDeepStrictEqual(branch.types, types))) return Promise.resolve([]);
  const sidesOf = (side: 'into' | 'from') =>
    definitions.flatMap(({ [side]: definition, ...one }) => (definition === undefined ? [] : [{ ...one, definition }]));
  const here: Place = { branch: into, reports: reportsIn(sidesOf('into')) };
  // Reports that only one of the branches changed are read from the other one.
  const there: Place = { branch: from, reports: new Map([...here.reports, ...reportsIn(sidesOf('from'))]) };
  const after: Place = {
    branch: { ...into, types },
    reports: reportsIn(definitions.map(({ merged, ...one }) => ({ ...one, definition: merged }))),
  };
  const changing = definitions.map(({ kind, id, name, into: ours, from: theirs, merged }): Changing => {
    const sides = [
      ...(ours === undefined ? [] : [{ place: here, definition: ours }]),
      ...(theirs === undefined ? [] : [{ place: there, definition: theirs }]),
    ];
    return { kind, id, name, sides, after: merged, foundOn: ours === undefined ? from.name : into.name };
  });
  return listStopped(services, changing, after);
}

const reportsIn = (definitions: readonly { kind: DefinitionKind; id: string; definition: unknown }[]) =>
  new Map(definitions.filter(({ kind }) => kind === 'report').map(({ id, definition }) => [id, definition as Report]));

async function listStopped(services: StopServices, changing: readonly Changing[], after: Place): Promise<TypeUse[]> {
  const stopped: TypeUse[] = [];
  for (const { kind, id, name, sides, after: definition, foundOn } of changing) {
    const mistakes = await findUnfit(services, after, { kind, definition });
    if (mistakes.size === 0) continue;
    // What had the same mistakes before does not stop now.
    const wereThere = await Promise.all(sides.map((side) => findUnfit(services, side.place, { kind, ...side })));
    if (!wereThere.some((earlier) => [...mistakes].some((mistake) => !earlier.has(mistake)))) continue;
    const { type } = definition as { type?: string };
    stopped.push({
      kind,
      id,
      name,
      ...(kind === 'view' && { type: type! }),
      ...(foundOn !== undefined && { branch: foundOn }),
    });
  }
  return stopped;
}
