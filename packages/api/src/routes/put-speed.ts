import { describeFields } from '@tallyhook/query';
import { nearest, Problem, type RecordType } from '@tallyhook/schemas';
import type { Branch } from '@tallyhook/store/branches';
import { switchFieldIndex } from '@tallyhook/store/field-indexes';
import { defineRoute } from '../route.ts';
import { describeSpeed, whyNoIndex } from '../speed/describe-speed.ts';

export const putSpeed = defineRoute({
  method: 'put',
  path: '/api/speed/:type/:field',
  access: 'tune',
  summary: 'Turns the index of a field on or off.',
  body: 'IndexSwitch',
  answer: 'FieldSpeed',
  status: 202,
  problems: ['read_only'],
  async handler(request, { store, indexJobs }) {
    const { branch, by } = request.caller;
    const { on } = request.body;
    const { type, field } = findField(branch, request.params.type, request.params.field);
    const whyNot = whyNoIndex(field);
    if (on && whyNot !== undefined) {
      const errors = [{ pointer: '#/on', code: 'not_allowed', detail: whyNot }];
      throw new Problem('invalid_input', whyNot, { errors });
    }
    const job = await switchFieldIndex(store, branch, { type: type.name, field: field.name, on }, by);
    indexJobs.start(job);
    // Include a field that no report filters on; it is not listed once its index is off.
    const { fields } = await describeSpeed(store, branch, { type: type.name, field: field.name });
    return fields.find((one) => one.type === type.name && one.field === field.name)!;
  },
});

function findField(branch: Branch, typeName: string, fieldName: string) {
  const type = named(branch.types, typeName, `The branch "${branch.name}" has no record type`);
  const field = named(describeFields(type, branch.types), fieldName, `The type "${type.name}" has no field`);
  return { type, field };
}

function named<Item extends Pick<RecordType, 'name'>>(items: readonly Item[], name: string, sentence: string): Item {
  const found = items.find((item) => item.name === name);
  if (found !== undefined) return found;
  const names = items.map((item) => item.name);
  const near = nearest(name, names);
  const hint = near === undefined ? `it has ${names.slice(0, 20).join(', ')}.` : `did you mean "${near}"?`;
  throw new Problem('not_found', `${sentence} "${name.slice(0, 100)}": ${hint}`);
}
