import { describeFields } from '@tallyhook/query';
import { Problem, type ProblemDetail, type RecordType } from '@tallyhook/schemas';
import type { Branch } from '@tallyhook/store/branches';
import { switchFieldIndex } from '@tallyhook/store/field-indexes';
import { defineRoute } from '../route.ts';
import { describeIndexes } from '../speed/describe-indexes.ts';
import { whyNoIndex } from '../speed/describe-speed.ts';
import { findType, hintFor } from '../speed/find-named.ts';

export const putSpeedIndex = defineRoute({
  method: 'put',
  path: '/api/speed/:type',
  access: 'tune',
  summary: 'Turns an index on one to four fields on or off.',
  body: 'IndexWish',
  answer: 'IndexSpeed',
  status: 202,
  problems: ['read_only'],
  async handler(request, { store, now, indexJobs }) {
    const { branch, by } = request.caller;
    const { fields, on } = request.body;
    const type = findType(branch, request.params.type);
    const errors = mistakesIn(branch, type, { fields, on });
    if (errors.length > 0) throw new Problem('invalid_input', errors[0]!.detail, { errors });
    const job = await switchFieldIndex(store, branch, { type: type.name, fields, on }, by);
    indexJobs.start(job);
    // Include one that no question needs; it is not listed once it is off.
    const indexes = await describeIndexes({ store, now }, branch, { type: type.name, fields });
    const isIt = (names: readonly { field: string }[]) => names.map(({ field }) => field).join() === fields.join();
    return indexes.find((one) => isIt(one.fields))!;
  },
});

/** Why there is no index on these fields. Turning one off only needs their names. */
function mistakesIn(
  branch: Branch,
  type: RecordType,
  { fields, on }: { fields: readonly string[]; on: boolean },
): ProblemDetail[] {
  const described = describeFields(type, branch.types);
  const lists: string[] = [];
  return fields.flatMap((name, at): ProblemDetail[] => {
    const pointer = `#/fields/${at}`;
    const field = described.find((one) => one.name === name);
    if (field === undefined) {
      const detail = `The type "${type.name}" has no field ${hintFor(described, name)}`;
      return [{ pointer, code: 'unknown_field', detail }];
    }
    const whyNot = whyNoIndex(field);
    if (!on) return [];
    if (whyNot !== undefined) return [{ pointer, code: 'not_allowed', detail: whyNot }];
    if (field.many && lists.push(field.label) > 1) {
      const detail = `${lists.join(' and ')} are lists: an index can contain only one field with a list of values.`;
      return [{ pointer, code: 'not_allowed', detail }];
    }
    return [];
  });
}
