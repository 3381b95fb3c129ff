import { defineRoute } from '../route.ts';
import { describeColumns } from '../speed/describe-columns.ts';
import { describeIndexes } from '../speed/describe-indexes.ts';
import { describeSpeed } from '../speed/describe-speed.ts';

export const getSpeed = defineRoute({
  method: 'get',
  path: '/api/speed',
  access: 'tune',
  summary:
    'Lists the fields that reports filter on, with the time taken and their indexes, suggested indexes, and what is kept as columns.',
  answer: 'Speed',
  async handler(request, { store, now, usage, keptColumns, columns }) {
    await usage.flush();
    const { branch } = request.caller;
    const [speed, indexes, kept] = await Promise.all([
      describeSpeed(store, branch),
      describeIndexes({ store, now }, branch),
      describeColumns(keptColumns, columns?.minRecords ?? 0, branch),
    ]);
    return { ...speed, indexes, columns: kept };
  },
});
