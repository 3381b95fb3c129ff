import { describeFields } from '@tallyhook/query';
import { Problem } from '@tallyhook/schemas';
import { switchFieldIndex } from '@tallyhook/store/field-indexes';
import { defineRoute } from '../route.ts';
import { describeSpeed, whyNoIndex } from '../speed/describe-speed.ts';
import { findNamed, findType } from '../speed/find-named.ts';

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
    const type = findType(branch, request.params.type);
    const fields = describeFields(type, branch.types);
    const field = findNamed(fields, request.params.field, `The type "${type.name}" has no field`);
    const whyNot = whyNoIndex(field);
    if (on && whyNot !== undefined) {
      const errors = [{ pointer: '#/on', code: 'not_allowed', detail: whyNot }];
      throw new Problem('invalid_input', whyNot, { errors });
    }
    const job = await switchFieldIndex(store, branch, { type: type.name, fields: [field.name], on }, by);
    indexJobs.start(job);
    // Include a field that no report filters on; it is not listed once its index is off.
    const speed = await describeSpeed(store, branch, { type: type.name, field: field.name });
    return speed.fields.find((one) => one.type === type.name && one.field === field.name)!;
  },
});
