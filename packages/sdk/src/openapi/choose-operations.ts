import { nearest, Problem } from '@tallyhook/schemas';
import type { Note, Operation } from './model.ts';
import { nameOf } from './action.ts';
import { toFileName } from './names.ts';

/**
 * Chooses the requested operations by operationId, action name or `POST /path`, with `*` as wildcard; default: all that
 * are not deprecated.
 * @throws Problem `invalid_input` for a request that matches nothing, with the nearest name
 */
export function chooseOperations(
  operations: readonly Operation[],
  wishes: readonly string[] | undefined,
  notes: Note[],
): Operation[] {
  if (wishes === undefined) return operations.filter((operation) => isCurrent(operation, notes));
  const names = operations.map((operation) => namesOf(operation));
  const chosen = new Set<number>();
  for (const wish of wishes) {
    const fits = pattern(wish);
    const found = names.flatMap((known, index) => (known.some((name) => fits.test(name)) ? [index] : []));
    if (found.length === 0) throw unknownOperation(wish, operations);
    for (const index of found) chosen.add(index);
  }
  return operations.filter((_, index) => chosen.has(index));
}

function isCurrent(operation: Operation, notes: Note[]): boolean {
  if (!operation.deprecated) return true;
  const what = nameOf(operation);
  const reason = `it is deprecated; choose "${operation.id ?? what}" by name to include it anyway`;
  notes.push({ kind: 'leftOut', pointer: operation.pointer, what, reason });
  return false;
}

function namesOf(operation: Operation): string[] {
  const { id } = operation;
  return [nameOf(operation), ...(id === undefined ? [] : [id, toFileName(id)])];
}

function pattern(wish: string): RegExp {
  const parts = wish.split('*').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'i');
}

function unknownOperation(wish: string, operations: readonly Operation[]): Problem {
  const near = nearest(wish, operations.flatMap(namesOf));
  const called = operations.map((operation) => operation.id ?? nameOf(operation));
  const some = [...new Set(called)].slice(0, 5).join(', ');
  const hint = near === undefined ? `It has, for example, ${some}.` : `Did you mean "${near}"?`;
  return new Problem('invalid_usage', `The document has no operation "${wish}". ${hint}`);
}
