import type { ErrorObject } from 'ajv/dist/2020.js';

/**
 * Reduces ajv's errors for a failed `anyOf` or `oneOf`, which cover every branch, to those of the branch that was
 * meant: the right kind of value with the fewest mistakes. If no branch has the right kind, keeps one error that names
 * the accepted kinds.
 */
export function pickBranches(errors: readonly ErrorObject[]): ErrorObject[] {
  const union = errors.filter(isUnion).sort((a, b) => a.instancePath.length - b.instancePath.length)[0];
  if (union === undefined) return [...errors];
  const others = errors.filter((error) => error !== union);
  const inside = others.filter((error) => belongsTo(error, union));
  const outside = others.filter((error) => !belongsTo(error, union));
  const told = meant(union, inside);
  // Never drop every error.
  const isTold = told.length > 0 || outside.some(({ instancePath }) => instancePath === union.instancePath);
  return [...pickBranches(outside), ...(isTold ? pickBranches(told) : [{ ...union, keyword: 'none fits' }])];
}

function isUnion(error: ErrorObject): boolean {
  return error.keyword === 'anyOf' || error.keyword === 'oneOf';
}

function belongsTo(error: ErrorObject, union: ErrorObject): boolean {
  if (error.instancePath.startsWith(`${union.instancePath}/`)) return true;
  return error.instancePath === union.instancePath && branchOf(error, union) !== undefined;
}

/** The branch an error belongs to: its schema path starts with the union's, or with what the branch refers to. */
function branchOf(error: ErrorObject, union: ErrorObject): number | undefined {
  const branches = union.schema as { $ref?: string }[];
  const index = branches.findIndex((branch, at) => {
    const starts = [`${union.schemaPath}/${at}/`, ...(branch.$ref === undefined ? [] : [`${branch.$ref}/`])];
    return starts.some((start) => error.schemaPath.startsWith(start));
  });
  return index === -1 ? undefined : index;
}

function meant(union: ErrorObject, inside: ErrorObject[]): ErrorObject[] {
  const placed = inside.map((error) => ({ error, branch: branchOf(error, union) }));
  const refused = new Set(placed.filter(({ error }) => isKindMistake(error, union)).map(({ branch }) => branch));
  const fitting = (union.schema as object[]).flatMap((_, index) => (refused.has(index) ? [] : [index]));
  if (fitting.length === 0) return [{ ...union, keyword: 'union', params: { types: kindsWanted(inside, union) } }];
  // An error behind a nested reference names no branch. Behind a reference shared by several branches it may name a
  // refused one, which says nothing about the inside of a value. Count both for every branch that fits.
  const perBranch = fitting.map((index) =>
    placed
      .filter(({ branch }) => branch === undefined || branch === index || refused.has(branch))
      .map(({ error }) => error)
      .filter((error) => !isKindMistake(error, union)),
  );
  const fewest = perBranch.filter((errors) => errors.length > 0).sort((a, b) => a.length - b.length)[0];
  // Every branch has failed, so one without errors has lost them to another: keep them all.
  return fewest ?? inside;
}

function isKindMistake(error: ErrorObject, union: ErrorObject): boolean {
  return error.keyword === 'type' && error.instancePath === union.instancePath;
}

function kindsWanted(inside: ErrorObject[], union: ErrorObject): string[] {
  const wanted = inside
    .filter((error) => isKindMistake(error, union))
    .flatMap((error) => error.params['type'] as string | string[]);
  return [...new Set(wanted)];
}
